import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
/** Used by `npm start` too; halves the time of a start. */
const compileCache = join(root, 'node_modules', '.cache', 'node-compile');

/** `server/main.ts` as an office starts it, in a separate process. */
export interface PortalProcess {
  /** The address where it serves; undefined if its start failed. */
  address: string | undefined;
  pid: number | undefined;
  /** Returns everything that it has written to both outputs. */
  output(): string;
  /** Returns the exit code of a process that has ended. */
  code(): number | null;
  signal(name: NodeJS.Signals): void;
  /** Returns its exit code when it has ended. */
  waitForExit(): Promise<number | null>;
  /** Sends SIGTERM and waits until the process has ended. */
  stop(): Promise<number | null>;
}

/** The time at which the tests run, if it is not the present one (scripts/lib/test-clock.mjs). */
const { LD_PRELOAD, TEST_CLOCK_SHIFT_MS } = process.env;
const testClock = TEST_CLOCK_SHIFT_MS === undefined ? {} : { LD_PRELOAD, TEST_CLOCK_SHIFT_MS };

/**
 * Starts the portal with only these settings, and waits until it serves or fails. Without a port it uses a
 * free one, in production also an example of PORTAL_ORIGIN; `program` is the Node that runs it.
 */
export async function startPortal(
  settings: Record<string, string>,
  script: readonly string[] = ['server/main.ts'],
  {
    program = process.execPath,
    ...spawnOptions
  }: { uid?: number; gid?: number; cwd?: string; program?: string } = {},
): Promise<PortalProcess> {
  const child = spawn(program, script, {
    cwd: root,
    ...spawnOptions,
    env: {
      PATH: process.env.PATH,
      TZ: process.env.TZ,
      NODE_COMPILE_CACHE: compileCache,
      ...testClock,
      PORT: '0',
      ...(settings.PORTAL_MODE === 'production' && { PORTAL_ORIGIN: 'https://portal.example.gov.cn' }),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  let output = '';
  const address = await new Promise<string | undefined>((resolve) => {
    const addOutput = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /Banjian is ready:\s+(\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    };
    child.stdout.on('data', addOutput);
    child.stderr.on('data', addOutput);
    // Not at `exit`: its last output may still arrive.
    child.on('close', () => resolve(undefined));
  });
  return {
    address,
    pid: child.pid,
    output: () => output,
    code: () => child.exitCode,
    signal: (name) => void child.kill(name),
    waitForExit: () => waitForExit(child),
    stop: () => {
      child.kill('SIGTERM');
      return waitForExit(child);
    },
  };
}

async function waitForExit(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  return child.exitCode;
}
