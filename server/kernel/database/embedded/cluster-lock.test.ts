import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/**
 * Options for separate processes, shared memory and network, like in a container: only the files are shared.
 */
const container = ['--pid', '--ipc', '--net', '--mount-proc', '--fork', '--kill-child', 'sh', '-c'];
const withNetwork = 'ip link set lo up && exec "$@"';
const hasContainers =
  spawnSync('unshare', [...container, withNetwork, 'sh', 'true'], { stdio: 'ignore' }).status === 0;
if (!hasContainers)
  console.warn(
    'LEFT OUT: this user or this machine cannot unshare (needs root, util-linux and iproute2), so two containers on one data folder are not tested.',
  );

let dataDir = '';
let program = '';
let children: ChildProcess[] = [];

beforeEach(async () => {
  const base = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'banjian-lock-'));
  dataDir = join(base, 'data');
  await mkdir(dataDir);
  program = join(base, 'portal.mjs');
  await writeFile(program, source);
});

afterEach(async () => {
  await Promise.all(children.map(end));
  children = [];
  await rm(join(dataDir, '..'), { recursive: true, force: true });
});

/** Source of a process that runs or shares the embedded server of the folder, and reads commands by line. */
const source = `
  import { readdirSync, readFileSync } from 'node:fs';
  import { createInterface } from 'node:readline';
  import pg from ${JSON.stringify(import.meta.resolve('pg'))};
  const { findEmbedded, startEmbedded } = await import(${JSON.stringify(import.meta.resolve('./supervisor.ts'))});
  const [, , dataDir, as] = process.argv;
  const print = (text) => console.log(text);
  if (as === 'find') {
    print('found ' + JSON.stringify(await findEmbedded(dataDir)));
    process.exit(0);
  }
  const lines = createInterface({ input: process.stdin });
  const server = await startEmbedded({ dataDir, durable: false, share: as === 'share' }).catch((error) => {
    print('refused ' + error.message.split('\\n')[0]);
    process.exit(0);
  });
  lines.on('line', async (line) => {
    if (line === 'orphan') {
      // Its watchdog first, then itself: the rest is a server without a supervisor.
      for (const pid of readdirSync('/proc').filter((name) => /^\\d+$/.test(name))) {
        const [, name, parent] = /\\((.*)\\) . (\\d+)/.exec(readFileSync('/proc/' + pid + '/stat', 'utf8')) ?? [];
        if (name === 'sh' && Number(parent) === process.pid) process.kill(Number(pid), 'SIGKILL');
      }
      process.kill(process.pid, 'SIGKILL');
    }
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    print('answered ' + JSON.stringify((await client.query(line)).rows ?? []));
    await client.end();
  });
  lines.on('close', async () => { await server.stop(); process.exit(0); });
  print('started ' + server.url);
`;

interface Portal {
  child: ChildProcess;
  /** Returns its next output. */
  readLine(): Promise<string>;
  ask(line: string): Promise<string>;
}

function portal(
  location: 'here' | 'container' | 'container with its own first process',
  mode: 'alone' | 'share' | 'find' = 'alone',
): Portal {
  const commandLine = [process.execPath, program, dataDir, mode];
  // As under npm or an init process: the killed process is not the first one, whose end would end all others.
  const script = location.endsWith('first process')
    ? 'ip link set lo up; exec 3<&0; "$@" <&3 & wait; sleep 600'
    : withNetwork;
  const child =
    location === 'here'
      ? spawn(process.execPath, commandLine.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] })
      : spawn('unshare', [...container, script, 'sh', ...commandLine], {
          stdio: ['pipe', 'pipe', 'inherit'],
        });
  children.push(child);
  child.stdin?.on('error', () => undefined);
  const output = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  const readLine = async () => String((await output.next()).value);
  return {
    child,
    readLine,
    ask: async (line) => {
      child.stdin?.write(`${line}\n`);
      return await readLine();
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.stdin?.end();
  await Promise.race([exit, wait(15_000)]);
  child.kill('SIGKILL');
}

const log = () => readFile(join(dataDir, 'postgres', 'postgres.log'), 'utf8');
const inUse = /^refused 数据目录 .* 正被另一个办件通进程使用/;

describe.skipIf(!hasContainers)('two containers on one data folder', () => {
  test('the second one and its commands are refused while the first one runs', {
    timeout: 120_000,
  }, async () => {
    const first = portal('container');
    expect(await first.readLine()).toMatch(/^started/);
    await first.ask('create table pots as select 7 as grams');
    const [second, command] = [portal('container'), portal('container', 'share')];
    expect(await second.readLine()).toMatch(inUse);
    expect(await command.readLine()).toMatch(inUse);
    const doctor = portal('container', 'find');
    expect(await doctor.readLine()).toBe('found "inOtherContainer"');
    expect(await first.ask('select grams from pots')).toBe('answered [{"grams":7}]');
    expect((await log()).match(/ready to accept connections/g)).toHaveLength(1);
  });

  test('the second one waits for a server whose portal was killed in the first one', {
    timeout: 120_000,
  }, async () => {
    const first = portal('container with its own first process');
    expect(await first.readLine()).toMatch(/^started/);
    await first.ask('create table pots as select 7 as grams');
    first.child.stdin?.write('orphan\n');
    const second = portal('container');
    const answer = second.readLine();
    expect(await Promise.race([answer, wait(6000, 'waits')])).toBe('waits');
    expect((await log()).match(/ready to accept connections/g)).toHaveLength(1);
    first.child.kill('SIGKILL');
    expect(await answer).toMatch(/^started/);
    expect(await second.ask('select grams from pots')).toBe('answered [{"grams":7}]');
  });
});

describe('concurrent starts on one data folder', () => {
  test.each(['here', ...(hasContainers ? (['container'] as const) : [])] as const)(
    'only one succeeds: %s',
    { timeout: 120_000 },
    async (location) => {
      const answers = await Promise.all([1, 2, 3, 4].map(() => portal(location).readLine()));
      expect(answers.filter((answer) => answer.startsWith('started'))).toHaveLength(1);
      expect(answers.filter((answer) => inUse.test(answer))).toHaveLength(3);
    },
  );

  test('leave only the lock and the pipe for the next start', {
    timeout: 60_000,
  }, async () => {
    const first = portal('here');
    expect(await first.readLine()).toMatch(/^started/);
    first.child.kill('SIGKILL');
    expect(await portal('here').readLine()).toMatch(/^started/);
    expect((await readdir(join(dataDir, 'postgres'))).sort()).toEqual([
      'cluster',
      'cluster.alive',
      'cluster.lock',
      'postgres.log',
    ]);
  });

  test('of commands share one server', { timeout: 120_000 }, async () => {
    const answers = await Promise.all([1, 2, 3].map(() => portal('here', 'share').readLine()));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^started/);
  });
});

test('a lock that cannot be acquired is named', async () => {
  await mkdir(join(dataDir, 'postgres', 'cluster.lock'), { recursive: true });
  const answer = await portal('here').readLine();
  expect(answer).toMatch(/^refused 内置数据库的锁 .*cluster\.lock 不能使用/);
});
