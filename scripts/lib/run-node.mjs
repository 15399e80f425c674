import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { inProject, nodePath } from './project.mjs';

/**
 * The server and the option of V8 that it is started with: the young generation has at most three times 16 MB.
 * Otherwise it may grow to three times 64 MB, which the start fills once and V8 does not release.
 */
export const serverArguments = ['--max-semi-space-size=16', 'server/main.ts'];

/**
 * Runs a script on the pinned Node 24 and returns its exit code. Forwards signals to it, and gives it a
 * channel to the parent: if the parent is killed the channel closes, and a server that watches it stops. When
 * npm gets a stop signal, it and its shell end without forwarding it: then the server is sent the signal.
 * With a label, each line begins with it, so that two programs can run at once.
 */
export async function runNode(args, options = {}) {
  return (await runOnce(args, options)).code;
}

/**
 * Runs a script like `runNode` and returns how it ended: whether it reported on the channel that it was ready,
 * whether it got a stop signal, which signal killed it.
 */
export function runOnce(args, { env = {}, channel = false, label } = {}) {
  let isReady = false;
  let isStopRequested = false;
  const output = label ? 'pipe' : 'inherit';
  const child = spawn(nodePath(), args, {
    cwd: inProject(),
    stdio: ['inherit', output, output, ...(channel ? ['ipc'] : [])],
    env: {
      NODE_COMPILE_CACHE: inProject('node_modules', '.cache', 'node-compile'),
      ...process.env,
      TZ: 'Asia/Shanghai',
      ...env,
    },
  });
  for (const stream of label ? [child.stdout, child.stderr] : []) {
    createInterface({ input: stream }).on('line', (line) => line && console.log(`${label}: ${line}`));
  }
  if (channel) child.on('message', (message) => (isReady ||= message === 'ready'));
  return new Promise((resolve, reject) => {
    const forward = (signal) => {
      isStopRequested = true;
      // Ctrl-C at a terminal also reaches the child directly, and a second signal would mean "stop at
      // once".
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    const parent = process.ppid;
    const watch =
      channel && process.env.npm_lifecycle_event
        ? setInterval(() => {
            if (process.ppid === parent) return;
            clearInterval(watch);
            isStopRequested = true;
            child.kill('SIGTERM');
          }, 500)
        : undefined;
    const finish = () => {
      clearInterval(watch);
      for (const signal of signals) process.off(signal, forward);
    };
    child.on('error', (error) => {
      finish();
      reject(error);
    });
    child.on('exit', async (code, signal) => {
      finish();
      // Its last output may still be on the way; does not wait for a grandchild that holds the pipe open.
      if (label) await Promise.race([once(child, 'close'), wait(2_000, undefined, { ref: false })]);
      resolve({ code: code ?? 128 + (constants.signals[signal] ?? 0), signal, isReady, isStopRequested });
    });
  });
}
