import { afterAll, describe, expect, test } from 'vitest';
import { createThreads } from './threads.ts';

const programOf = (text: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';${text}`)}`,
  );
const echo = programOf(
  "parentPort.on('message', (text) => setTimeout(() => parentPort.postMessage(text), 20));",
);
/** Computes for ever when it is asked for that, and echoes everything else. */
const hard = programOf(
  "parentPort.on('message', (text) => { while (text === 'hard') {} parentPort.postMessage(text); });",
);

const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const stop of stops) await stop();
});
function threadsOf(program: URL, options: Parameters<typeof createThreads>[1]) {
  const threads = createThreads<string, string>(program, options);
  stops.push(threads.stop);
  return threads;
}

describe('questions that wait', () => {
  test('are answered by turns among those who ask, and in their order for each', async () => {
    const { ask } = threadsOf(echo, { threads: 1 });
    const answered: (string | undefined)[] = [];
    const asked = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(async (text) =>
      answered.push(await ask(text, text.slice(0, 1))),
    );
    await Promise.all(asked);
    expect(answered).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  test('are in one line where nobody says who asks', async () => {
    const { ask } = threadsOf(echo, { threads: 1 });
    const answered: (string | undefined)[] = [];
    await Promise.all(['1', '2', '3'].map(async (text) => answered.push(await ask(text))));
    expect(answered).toEqual(['1', '2', '3']);
  });
});

describe('a question that the processor works on too long', () => {
  test('is given up, and those that wait are answered by a new thread', async () => {
    const { ask } = threadsOf(hard, { threads: 1, processorMs: 300, deadlineMs: 600_000 });
    const told = await Promise.all([ask('hard', 'a'), ask('easy', 'b'), ask('hard', 'a'), ask('easy', 'a')]);
    expect(told).toEqual([undefined, 'easy', undefined, 'easy']);
  });

  test('is not one that only waits', async () => {
    const slow = programOf(
      "parentPort.on('message', (text) => setTimeout(() => parentPort.postMessage(text), 900));",
    );
    const { ask } = threadsOf(slow, { threads: 1, processorMs: 300 });
    expect(await ask('slow')).toBe('slow');
  });
});

test('a thread that nobody asks anything for a while is ended, and a new one answers', async () => {
  const counting = programOf(
    "let n = 0; parentPort.on('message', () => { n += 1; parentPort.postMessage(String(n)); });",
  );
  const staying = threadsOf(counting, { threads: 1 });
  expect([await staying.ask(''), await staying.ask('')]).toEqual(['1', '2']);
  const { ask } = threadsOf(counting, { threads: 1, endIdleMs: 0 });
  expect(await ask('')).toBe('1');
  await expect.poll(() => ask('')).toBe('1');
});

test('a thread that ends while it is asked nothing is not asked again', async () => {
  const ending = programOf(
    "parentPort.on('message', (text) => { parentPort.postMessage(text); process.exit(); });",
  );
  const { ask } = threadsOf(ending, { threads: 1, deadlineMs: 600_000 });
  expect(await ask('first')).toBe('first');
  // While it is ending it may be asked in vain.
  await expect.poll(() => ask('second')).toBe('second');
});
