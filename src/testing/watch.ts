import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { queuedSeconds } from './queued-seconds.ts';

/*
 * Loaded before the command by its tests (`--import`): leaves behind how much memory the process took at most, in KiB,
 * how long it kept a processor busy, and how long it stood in line for one, in seconds, which nobody outside can ask for
 * once it has ended. Written again and again, so that a killed process tells as well.
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
      // A command that may open no more files is told of by what it says itself; an earlier note stays.
    }
  };
  setInterval(note, EVERY_MS).unref();
  process.on('exit', note);
}
