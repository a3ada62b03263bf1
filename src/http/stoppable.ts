import type { Clock } from '../vocabulary/clock.ts';
import { RunStopped } from '../vocabulary/target.ts';

/**
 * A clock whose sleeps end with `RunStopped` when the run is stopped, so that no back-off or poll delays the end.
 */
export function stoppable(clock: Clock, stop: AbortSignal): Clock {
  return {
    now: () => clock.now(),
    async sleep(ms, signal) {
      try {
        await clock.sleep(ms, signal ? AbortSignal.any([signal, stop]) : stop);
      } catch (error) {
        if (stop.aborted) throw new RunStopped('the run was stopped');
        throw error;
      }
    },
  };
}
