import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { inProject, nodePath } from './project.mjs';

/**
 * Runs a script on the pinned Node 24 and answers its exit code. Signals go on to it, and it has a channel to us:
 * when we are killed outright the channel closes, and a server that listens for that stops by itself.
 */
export function runNode(args, { env = {}, channel = false } = {}) {
  const child = spawn(nodePath(), args, {
    cwd: inProject(),
    stdio: channel ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    env: {
      NODE_COMPILE_CACHE: inProject('node_modules', '.cache', 'node-compile'),
      ...process.env,
      TZ: 'Asia/Shanghai',
      ...env,
    },
  });
  return new Promise((resolve, reject) => {
    const forward = (signal) => {
      // Ctrl-C at a terminal reaches the child on its own, and twice would mean "at once".
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    const finish = () => {
      for (const signal of signals) process.off(signal, forward);
    };
    child.on('error', (error) => {
      finish();
      reject(error);
    });
    child.on('exit', (code, signal) => {
      finish();
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}
