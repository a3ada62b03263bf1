import { parentPort } from 'node:worker_threads';
import { perform } from './perform.ts';
import type { Task } from './tasks.ts';

// Refusals are thrown by the thousand, and nobody reads their stacks.
Error.stackTraceLimit = 1;

parentPort?.on('message', async (task: Task) => {
  parentPort?.postMessage(await perform(task));
});
