import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { inProject, nodePath } from './project.mjs';

/**
 * Runs a script on the pinned Node 24 and returns its exit code. Signals are forwarded to it, and it has a
 * channel to the parent: when the parent is killed outright the channel closes, and a server that listens for
 * that stops by itself. When npm gets a stop signal, it and its shell end without forwarding it: then the
 * server is sent the signal. With a label each line names its source, for two that run side by side.
 */
export async function runNode(args, options = {}) {
  return (await runOnce(args, options)).code;
}

/**
 * Runs it in the same way and returns how it ended: whether it reported over the channel that it is ready,
 * whether it got a stop signal, by which signal it died.
 */
export function runOnce(args, { env = {}, channel = false, label } = {}) {
  let isReady = false;
  let isTold = false;
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
      isTold = true;
      // Ctrl-C at a terminal reaches the child on its own, and twice would mean "at once".
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
            isTold = true;
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
      // Its last output is still on the way; a stray grandchild that holds the pipe is not waited for.
      if (label) await Promise.race([once(child, 'close'), wait(2_000, undefined, { ref: false })]);
      resolve({ code: code ?? 128 + (constants.signals[signal] ?? 0), signal, isReady, isTold });
    });
  });
}
