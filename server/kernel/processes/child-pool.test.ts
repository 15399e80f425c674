import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { type ChildPoolOptions, createChildPool } from './child-pool.ts';

const program = new URL('./test-child.ts', import.meta.url);
const onLinux = process.platform === 'linux';
const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const stop of stops) await stop();
});

/** Creates a pool whose results are texts: the answer, or the reason why there is none. */
function poolOf(options: ChildPoolOptions = {}) {
  const pool = createChildPool<string, string>(program, { deadlineMs: 600_000, ...options });
  stops.push(pool.stop);
  const ask = async (job: string, requester = 'zhang') => {
    const outcome = await pool.run(job, requester);
    return 'failure' in outcome ? outcome.failure : outcome.answer;
  };
  return { ask, stop: pool.stop, makeReady: pool.makeReady };
}

const childrenOfThis = () =>
  readdirSync(`/proc/${process.pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${process.pid}/task/${thread}/children`, 'utf8').trim().split(' '),
  );

const isAlive = (pid: string | number) => {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
};

describe('a failing job of a child process', () => {
  test.each<[string, string, ChildPoolOptions]>([
    ['loops endlessly', 'loop', { deadlineMs: 4_000 }],
    ['never answers', 'silent', { deadlineMs: 4_000 }],
    ['dies', 'die', {}],
    ['throws', 'throw', {}],
    ['allocates heap endlessly', 'heap', { maxHeapMb: 64 }],
    ...(onLinux
      ? ([
          ['allocates memory endlessly', 'memory', { maxResidentMb: 300 }],
          ['uses the processor endlessly', 'loop', { processorMs: 300 }],
        ] as [string, string, ChildPoolOptions][])
      : []),
  ])('that %s is ended alone, and the next one is answered', async (_case, job, options) => {
    const { ask } = poolOf({ children: 1, ...options });
    const before = await ask('pid');
    const outcome = ask(job);
    const later = [ask('echo well', 'li'), ask('pid', 'li')];
    expect(['time', 'died', 'memory', 'processor']).toContain(await outcome);
    expect(await later[0]).toBe('well');
    expect(await later[1]).not.toBe(before);
    expect(isAlive(before)).toBe(false);
  });

  test('is reported with the limit that it exceeded', async () => {
    const { ask } = poolOf({ deadlineMs: 4_000 });
    expect(await Promise.all([ask('silent'), ask('die', 'li')])).toEqual(['time', 'died']);
  });

  test.runIf(onLinux)('that only waits does not exceed the processor limit', async () => {
    const { ask } = poolOf({ processorMs: 600, deadlineMs: 1_200 });
    expect(await ask('silent')).toBe('time');
  });

  test('is reported as died when the program cannot be started', async () => {
    const pool = createChildPool<string, string>(new URL('./missing.ts', import.meta.url));
    stops.push(pool.stop);
    expect(await Promise.all(['a', 'b', 'c'].map((requester) => pool.run('echo', requester)))).toEqual(
      Array(3).fill({ failure: 'died' }),
    );
  });
});

describe('fair scheduling in a child pool', () => {
  test('alternates between people', async () => {
    const { ask } = poolOf({ children: 1 });
    const answered: string[] = [];
    const answers = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(async (text) =>
      answered.push(await ask(`wait ${text}`, text.slice(0, 1))),
    );
    await Promise.all(answers);
    expect(answered).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  test('never lets one person hold the last child', async () => {
    const { ask, stop } = poolOf({ children: 2 });
    const busyAnswers = Promise.allSettled([ask('loop'), ask('loop'), ask('loop')]);
    expect(await ask('echo well', 'li')).toBe('well');
    await stop();
    await busyAnswers;
  });

  test('limits one person to two jobs in all pools together, until one is done', async () => {
    const pools = [poolOf(), poolOf(), poolOf()];
    const [first, second] = [pools[0]?.ask('loop'), pools[1]?.ask('loop')];
    const third = pools[2]?.ask('echo third');
    // The pool does a job of another person while the third job waits.
    expect(await pools[2]?.ask('echo well', 'li')).toBe('well');
    expect(await Promise.race([third, wait(0, 'waits')])).toBe('waits');
    await pools[0]?.stop();
    expect(await third).toBe('third');
    await pools[1]?.stop();
    await Promise.all([first, second]);
  });

  test('limits the waiting jobs of one person, and not those of others', async () => {
    const { ask, stop } = poolOf({ queueLimitPerPerson: 2 });
    const busyAnswers = [ask('loop'), ask('echo 1'), ask('echo 2')].map((answer) =>
      answer.catch(() => 'refused'),
    );
    await expect(ask('echo 3')).rejects.toMatchObject({ code: 'TOO_MANY_WAITING' });
    expect(await ask('echo well', 'li')).toBe('well');
    await stop();
    expect(await Promise.all(busyAnswers)).toEqual(['died', 'refused', 'refused']);
  });
});

describe('a child process', () => {
  test('ends after an idle time, and a new one answers', async () => {
    const lasting = poolOf();
    expect([await lasting.ask('count'), await lasting.ask('count')]).toEqual(['1', '2']);
    const { ask } = poolOf({ idleTimeoutMs: 0 });
    const first = await ask('pid');
    await expect.poll(() => isAlive(first)).toBe(false);
    expect(await ask('count')).toBe('1');
  });

  test('that dies while idle is replaced', async () => {
    const { ask } = poolOf();
    const first = await ask('pid');
    process.kill(Number(first), 'SIGKILL');
    await expect.poll(() => isAlive(first)).toBe(false);
    expect(await ask('echo well')).toBe('well');
  });

  test('is replaced after its maximum number of jobs', async () => {
    const { ask } = poolOf({ children: 1, jobsPerChild: 2 });
    const pids = [await ask('pid'), await ask('pid'), await ask('pid'), await ask('pid'), await ask('pid')];
    expect(new Set(pids).size).toBe(3);
  });

  test.runIf(onLinux)('is replaced when a job leaves too much memory in use', async () => {
    const { ask } = poolOf({ children: 1, maxResidentMb: 400 });
    await ask('keep 250000000');
    expect(await ask('count')).toBe('1');
  });

  test.runIf(onLinux)('is kept as a spare when the pool is configured so', async () => {
    const { ask, stop } = poolOf({ keepsSpare: true });
    const busyAnswers = ask('loop');
    const before = childrenOfThis();
    const second = await ask('pid', 'li');
    expect(before).toContain(second);
    await stop();
    await busyAnswers;
  });

  test.runIf(onLinux)('is started once in advance and does the first job', async () => {
    const { ask, makeReady, stop } = poolOf();
    const others = childrenOfThis();
    makeReady();
    makeReady();
    const newPids = childrenOfThis().filter((pid) => !others.includes(pid));
    expect(newPids).toHaveLength(1);
    expect(await ask('pid')).toBe(newPids[0]);
    await stop();
    makeReady();
    expect(childrenOfThis()).not.toContain(newPids[0]);
  });

  test('gets no environment variables but the time zone and the compile cache', async () => {
    process.env.DATABASE_URL_OF_TEST = 'secret';
    const { ask } = poolOf();
    const names = (await ask('environment')).split(',');
    expect(names.filter((name) => !['TZ', 'NODE_COMPILE_CACHE'].includes(name))).toEqual(
      names.filter((name) => name.startsWith('NODE_CHANNEL') || name === '__CF_USER_TEXT_ENCODING'),
    );
    delete process.env.DATABASE_URL_OF_TEST;
  });

  test.runIf(onLinux)(
    'has no portal socket, a lower priority, and is killed first when memory runs out',
    async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      const pid = await poolOf().ask('pid');
      const sockets = (of: string | number) =>
        readdirSync(`/proc/${of}/fd`).flatMap((fd) => {
          const [, inode] = /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${of}/fd/${fd}`)) ?? [];
          return inode === undefined ? [] : [inode];
        });
      const overTcp = new Set(
        readFileSync('/proc/net/tcp', 'utf8')
          .split('\n')
          .map((line) => line.trim().split(/\s+/)[9]),
      );
      expect(sockets(process.pid).some((inode) => overTcp.has(inode))).toBe(true);
      expect(sockets(pid).filter((inode) => overTcp.has(inode))).toEqual([]);
      server.close();
      const niceness = (of: string | number) =>
        Number(readFileSync(`/proc/${of}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]);
      expect(niceness(pid)).toBeGreaterThan(niceness(process.pid));
      expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()).toBe('1000');
    },
  );

  test.each(['loop', 'silent', 'echo'])('ends with a killed parent during the job %s', async (job) => {
    const code = `
      const { createChildPool } = await import(${JSON.stringify(new URL('./child-pool.ts', import.meta.url).href)});
      const pool = createChildPool(new URL(${JSON.stringify(program.href)}), { deadlineMs: 600000 });
      console.log((await pool.run('pid', 'a')).answer);
      void pool.run(${JSON.stringify(job)}, 'a');
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(output);
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});

test('a stopped pool does no job and leaves no process', async () => {
  const { ask, stop } = poolOf();
  const last = await ask('pid');
  const waiting = Promise.allSettled([ask('loop'), ask('echo')]);
  await stop();
  expect((await waiting).map((one) => (one.status === 'fulfilled' ? one.value : 'refused'))).toEqual([
    'died',
    'refused',
  ]);
  await expect(ask('echo')).rejects.toThrow('stopped');
  expect(isAlive(last)).toBe(false);
});

test.each([
  ['with only idle children', ''],
  ['that stops its pool at the end', 'await pool.stop();'],
])('a process %s ends by itself', async (_case, last) => {
  const code = `
    const { createChildPool } = await import(${JSON.stringify(new URL('./child-pool.ts', import.meta.url).href)});
    const pool = createChildPool(new URL(${JSON.stringify(program.href)}));
    console.log((await pool.run('echo well', 'a')).answer);
    ${last}`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  parent.stdout.on('data', (part) => {
    output += part;
  });
  expect(await once(parent, 'exit')).toEqual([0, null]);
  expect(output).toBe('well\n');
});

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
