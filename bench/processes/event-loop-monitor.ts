/**
 * Loaded into a server before it starts (`--import`), it reports how long the event loop was blocked: the
 * thread's own processor time from one turn to the next, so that other processes are not counted. It answers
 * over HTTP, on the port that it writes to the file in `LOOP_WATCH`; each answer resets the figures.
 */

import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

/** Figures of one answer. */
interface EventLoopReport {
  /** Milliseconds of processor time of the longest turn, and how many took more than 50. */
  longestMs: number;
  over50: number;
  /** Processor time of the event loop's thread, and of the whole process. */
  threadMs: number;
  processMs: number;
  /** Megabytes of memory used by JavaScript in the main thread, and the size of its heap. */
  heapUsed: number;
  heapTotal: number;
  external: number;
}

const file = process.env.LOOP_WATCH;
if (isMainThread && file !== undefined) watch(file);

function watch(portFile: string): void {
  const cpuMs = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;
  const readThreadMs = () => cpuMs(process.threadCpuUsage());
  let lastCpuMs = readThreadMs();
  let startTimes = { thread: lastCpuMs, process: cpuMs(process.cpuUsage()) };
  let [longestMs, over50] = [0, 0];
  const turn = () => {
    const currentMs = readThreadMs();
    longestMs = Math.max(longestMs, currentMs - lastCpuMs);
    if (currentMs - lastCpuMs > 50) over50 += 1;
    lastCpuMs = currentMs;
  };
  setInterval(turn, 1).unref();
  const server = createServer((_, response) => {
    turn();
    const { heapUsed, heapTotal, external } = process.memoryUsage();
    const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);
    const report: EventLoopReport = {
      longestMs,
      over50,
      threadMs: lastCpuMs - startTimes.thread,
      processMs: cpuMs(process.cpuUsage()) - startTimes.process,
      heapUsed: megabytes(heapUsed),
      heapTotal: megabytes(heapTotal),
      external: megabytes(external),
    };
    response.end(JSON.stringify(report));
    startTimes = { thread: readThreadMs(), process: cpuMs(process.cpuUsage()) };
    [longestMs, over50] = [0, 0];
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    writeFileSync(portFile, String(typeof address === 'object' && address?.port));
  });
  server.unref();
}

export type { EventLoopReport };
