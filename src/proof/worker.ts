import { parentPort } from 'node:worker_threads';
import { perform } from './perform.ts';
import type { Task } from './tasks.ts';

// Error responses are thrown by the thousand, and their stacks are never read.
Error.stackTraceLimit = 1;

parentPort?.on('message', async (task: Task) => {
  parentPort?.postMessage(await perform(task));
});
