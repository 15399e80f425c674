import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
/** As `npm start` has it: halves what a start takes. */
const compileCache = join(root, 'node_modules', '.cache', 'node-compile');

/** `server/main.ts` as an office starts it, in a process of its own. */
export interface PortalProcess {
  /** The address where it serves; undefined where it gave up. */
  address: string | undefined;
  pid: number | undefined;
  /** All that it has said so far, on both outputs. */
  said(): string;
  /** Of a process that has ended. */
  code(): number | null;
  signal(name: NodeJS.Signals): void;
  /** Its exit code, when it is gone. */
  gone(): Promise<number | null>;
  /** SIGTERM, and until it is gone. */
  stop(): Promise<number | null>;
}

/** The moment that the tests run at, where it is not the present one (scripts/lib/moment.mjs). */
const { LD_PRELOAD, TEST_CLOCK_SHIFT_MS } = process.env;
const clockOfTheRun = TEST_CLOCK_SHIFT_MS === undefined ? {} : { LD_PRELOAD, TEST_CLOCK_SHIFT_MS };

/**
 * Starts the portal with these settings and no others, and waits until it serves or gives up. Without a port it takes a
 * free one, and production an address of its own; `program` is the Node that it runs on.
 */
export async function startPortal(
  settings: Record<string, string>,
  script: readonly string[] = ['server/main.ts'],
  { program = process.execPath, ...as }: { uid?: number; gid?: number; cwd?: string; program?: string } = {},
): Promise<PortalProcess> {
  const child = spawn(program, script, {
    cwd: root,
    ...as,
    env: {
      PATH: process.env.PATH,
      TZ: process.env.TZ,
      NODE_COMPILE_CACHE: compileCache,
      ...clockOfTheRun,
      PORT: '0',
      ...(settings.PORTAL_MODE === 'production' && { PORTAL_ORIGIN: 'https://portal.example.gov.cn' }),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  let said = '';
  const address = await new Promise<string | undefined>((resolve) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      const found = /Banjian is ready:\s+(\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    // Not at its exit: what it said last may still be on the way.
    child.on('close', () => resolve(undefined));
  });
  return {
    address,
    pid: child.pid,
    said: () => said,
    code: () => child.exitCode,
    signal: (name) => void child.kill(name),
    gone: () => gone(child),
    stop: () => {
      child.kill('SIGTERM');
      return gone(child);
    },
  };
}

async function gone(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  return child.exitCode;
}
