import { spawn } from 'node:child_process';

export interface Watchdog {
  release(): void;
}

const noWatchdog: Watchdog = { release: () => undefined };

/**
 * Stops the postmaster if this process dies abruptly (kill -9, out of memory): a shell waits on a pipe that
 * this process holds open; when the pipe closes, the shell signals PostgreSQL to stop fast and cleanly.
 */
export function startWatchdog(postmasterPid: number): Watchdog {
  if (process.platform === 'win32') return noWatchdog;
  const script = `trap '' HUP; while read -r _; do :; done; kill -INT ${postmasterPid} 2>/dev/null`;
  // In a process group of its own, so that Ctrl-C in the terminal does not end the watchdog with us.
  const shell = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  shell.unref();
  (shell.stdin as unknown as { unref?: () => void }).unref?.();
  return {
    release: () => {
      // The shell first: closing the pipe while it runs would be the signal to stop PostgreSQL.
      shell.kill('SIGKILL');
      shell.stdin.destroy();
    },
  };
}
