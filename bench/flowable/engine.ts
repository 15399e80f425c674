import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findFreePort } from '#server/kernel/database/embedded/secrets.ts';
import { engineSchema } from './copy-orders.ts';

const run = promisify(execFile);
const pollMilliseconds = 500;
const maxStartMilliseconds = 120_000;

export interface FlowableEngine {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Builds the real Flowable from its published artifacts, once for each data folder, and returns the path of the
 * program; undefined where Java 17 or Maven is missing.
 */
export async function buildEngine(dataDir: string): Promise<string | undefined> {
  const folder = join(dataDir, 'flowable');
  const program = join(folder, 'flowable-server.jar');
  if (existsSync(program)) return program;
  try {
    await run('java', ['-version']);
    await run('mvn', ['-version']);
  } catch {
    return undefined;
  }
  await run('mvn', ['-q', '-B', '-f', import.meta.dirname, 'package', `-DbuildFolder=${folder}`]);
  return program;
}

/** Starts the engine on a schema of its own in the bench's database, and waits until it answers. */
export async function startEngine(program: string, databaseUrl: string): Promise<FlowableEngine> {
  const port = await findFreePort();
  const { hostname, port: databasePort, pathname, username, password } = new URL(databaseUrl);
  const child = spawn('java', ['-Xms1g', '-Xmx1g', '-jar', program, `--server.port=${port}`], {
    stdio: 'inherit',
    env: {
      ...process.env,
      SPRING_DATASOURCE_URL: `jdbc:postgresql://${hostname}:${databasePort}${pathname}?currentSchema=${engineSchema}`,
      SPRING_DATASOURCE_USERNAME: decodeURIComponent(username),
      SPRING_DATASOURCE_PASSWORD: decodeURIComponent(password),
    },
  });
  const exit = once(child, 'exit');
  // A failed measurement ends the benchmark; its engine must not go on without it.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  void exit.then(() => process.off('exit', kill));
  const stop = async () => {
    child.kill();
    await exit;
  };
  const deadline = performance.now() + maxStartMilliseconds;
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`Flowable ended with ${child.exitCode} before it was ready`);
    if (performance.now() > deadline) {
      await stop();
      throw new Error(`Flowable did not answer within ${maxStartMilliseconds / 1000} s`);
    }
    await wait(pollMilliseconds);
  }
  return { port, pid: child.pid ?? 0, stop };
}

async function isReady(port: number): Promise<boolean> {
  const url = `http://127.0.0.1:${port}/process-api/management/engine`;
  return await fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
