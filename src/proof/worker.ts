import { parentPort } from 'node:worker_threads';
import { perform } from './perform.ts';
import type { Task } from './tasks.ts';

parentPort?.on('message', async (task: Task) => {
  parentPort?.postMessage(await perform(task));
});
