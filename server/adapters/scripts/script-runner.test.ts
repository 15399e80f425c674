import { afterAll, describe, expect, test } from 'vitest';
import { ruleLimits, scriptMemoryBytes } from '#domain/rules/limits.ts';
import { readScriptAnswer } from '#domain/rules/script-answer.ts';
import { readBoundedEngine, withMemoryLimit } from './bounded-engine.ts';
import { denialAttempts, escapeAttempts } from './hostile-scripts.ts';
import { createScriptRunner } from './script-runner.ts';
import { type EngineMemory, webAssembly } from './web-assembly.ts';

const runner = createScriptRunner();
/** Lets scripts run long, so that the answer does not depend on the load of the machine. */
const patient = createScriptRunner({ timeLimitMs: 20_000 });
afterAll(async () => {
  await Promise.all([runner.stop(), patient.stop()]);
});

const now = Date.parse('2025-11-30T16:00:00+08:00');
const jobOf = (script: string, input: unknown = {}) => ({ script, inputJson: JSON.stringify(input), now });
const answerOf = (script: string, input?: unknown) => patient.run(jobOf(script, input), 'staff');

describe('a script', () => {
  test.each<[string, unknown, string]>([
    ['return values.area >= 24', { area: 24 }, 'true'],
    ['return values.area >= 24', { area: 23 }, 'false'],
    [
      'return { result: false, tipContext: "面积" + values.area }',
      { area: 1 },
      '{"result":false,"tipContext":"面积1"}',
    ],
    ['return Object.keys(values)', { a: '引号"\\\u2028`$' }, '["a"]'],
    ['return values.a', { a: '引号"\\\u2028`$' }, JSON.stringify('引号"\\\u2028`$')],
    ['return new Date().toISOString()', {}, '"2025-11-30T08:00:00.000Z"'],
    ['return new Date().getHours()', {}, '16'],
    ['// 说明\nreturn true // 末尾', {}, 'true'],
  ])('with %s answers', async (script, input, json) => {
    expect(await answerOf(script, input)).toEqual({ json });
  });

  test('gives the same answer each time, also with random numbers', async () => {
    const script = 'return [Math.random(), Math.random()]';
    expect(await answerOf(script)).toEqual(await answerOf(script));
  });

  test.each<[string, RegExp]>([
    ['throw new TypeError("坏")', /^脚本出错：TypeError: 坏$/],
    ['return (', /^脚本出错：SyntaxError/],
    ['return unknown', /^脚本出错：ReferenceError/],
    ['undefined', /^脚本没有返回结果$/],
  ])('with %s says what is wrong', async (script, message) => {
    expect(await answerOf(script)).toMatchObject({ message: expect.stringMatching(message) });
  });

  test('has an answer of bounded length, also in an error', async () => {
    expect(await answerOf(`return "x".repeat(${ruleLimits.scriptJsonLength})`)).toMatchObject({
      failure: 'answer',
    });
    const run = await answerOf('throw new Error("x".repeat(100000))');
    expect(JSON.stringify(run).length).toBeLessThan(400);
  });
});

describe('an attempt to leave the engine by', () => {
  test.each(Object.entries(escapeAttempts))('%s fails', async (_name, script) => {
    const run = await answerOf(script);
    const answer = run !== 'busy' && 'json' in run ? readScriptAnswer(run.json) : 'no answer';
    expect(answer).not.toMatchObject({ result: true });
  });
});

describe('an attempt to use up the server by', () => {
  test.each(Object.entries(denialAttempts))('%s has no answer', async (_name, script) => {
    expect(await runner.run(jobOf(script), 'staff')).toHaveProperty('failure');
  });

  test('any of them leaves the engine working, and the server with its own clock', async () => {
    expect(await answerOf('return true')).toEqual({ json: 'true' });
    const bombs = Object.values(denialAttempts).slice(0, 8);
    const runs = await Promise.all(bombs.map((script, index) => runner.run(jobOf(script), `staff${index}`)));
    expect(runs.filter((run) => run !== 'busy' && 'json' in run)).toEqual([]);
    expect(await answerOf('return 1 + 1')).toEqual({ json: '2' });
  });
});

test('the corpus has at least eighty attempts', () => {
  const attempts = [...Object.values(escapeAttempts), ...Object.values(denialAttempts)];
  expect(attempts.length).toBeGreaterThanOrEqual(80);
});

test('one person cannot fill the queue', async () => {
  const runs = await Promise.all(
    Array.from({ length: 30 }, () => runner.run(jobOf('while (true);'), 'greedy')),
  );
  expect(runs.filter((run) => run === 'busy').length).toBeGreaterThan(10);
  expect(runs.filter((run) => run !== 'busy').every((run) => 'failure' in run)).toBe(true);
});

test('a runner that was stopped runs nothing', async () => {
  const stopping = createScriptRunner({ timeLimitMs: 20_000 });
  const running = stopping.run(jobOf('while (true);'), 'staff');
  await stopping.stop();
  expect(await running).toHaveProperty('failure');
  expect(await stopping.run(jobOf('return true'), 'staff')).toBe('busy');
});

describe('the memory of the engine', () => {
  const memoryOf = (bytes: Uint8Array<ArrayBuffer>) => {
    const module = new webAssembly.Module(bytes);
    const imports: Record<string, Record<string, () => number>> = {};
    for (const entry of webAssembly.Module.imports(module))
      imports[entry.module] = { ...imports[entry.module], [entry.name]: () => 0 };
    const { exports } = new webAssembly.Instance(module, imports);
    return exports.memory as EngineMemory;
  };

  test('cannot grow beyond its maximum', () => {
    const memory = memoryOf(readBoundedEngine(scriptMemoryBytes));
    const pages = memory.buffer.byteLength / 65_536;
    memory.grow(scriptMemoryBytes / 65_536 - pages);
    expect(memory.buffer.byteLength).toBe(scriptMemoryBytes);
    expect(() => memory.grow(1)).toThrow(RangeError);
  });

  test('is bounded only once, and only where there is one without a maximum', () => {
    expect(() => withMemoryLimit(readBoundedEngine(scriptMemoryBytes), scriptMemoryBytes)).toThrow(
      'without a maximum',
    );
    expect(() => withMemoryLimit(new Uint8Array(8), scriptMemoryBytes)).toThrow('no memory');
  });
});
