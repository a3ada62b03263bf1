import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { queuedSeconds } from './queued-seconds.ts';

/**
 * Loaded before the command by its tests (`--import`): records the peak memory of the process in KiB, its processor
 * time, and the time that it waited for a processor, in seconds, which are unavailable after its end. Written
 * repeatedly, so that a killed process has values too.
 */

const file = process.env.CHATSPEC_WATCH;
const EVERY_MS = 50;

/** Where there is no /proc, the number may include what the parent took when it started this process. */
function peak(): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}

function busy(): number {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  return (userCPUTime + systemCPUTime) / 1e6;
}

if (file && isMainThread) {
  const note = () => {
    try {
      writeFileSync(file, `${peak()} ${busy()} ${queuedSeconds()}`);
    } catch {
      // If a command cannot open more files, its own error is sufficient; an earlier note stays.
    }
  };
  setInterval(note, EVERY_MS).unref();
  process.on('exit', note);
}
