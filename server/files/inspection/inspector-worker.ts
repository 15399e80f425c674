import { parentPort } from 'node:worker_threads';
import { inspectFile } from './inspect-file.ts';

/** The thread in which contents of strangers are parsed: one path in, one answer out. */
parentPort?.on('message', async (path: string) => {
  try {
    parentPort?.postMessage({ inspection: await inspectFile(path) });
  } catch (error) {
    parentPort?.postMessage({ failure: String(error) });
  }
});
