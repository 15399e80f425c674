import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { keepRunning } from './keep-running.mjs';
import { inProject, nodePath } from './project.mjs';

const crash = { code: 134, signal: 'SIGABRT', isReady: true, isStopRequested: false };

/**
 * Runs a server that ends in these ways, one minute after the other; returns how often it ran, its exit code
 * and its messages.
 */
async function runThrough(ends, minutesBetween = 1) {
  const messages = [];
  let [runCount, at] = [0, 0];
  const run = async (times) => {
    expect(times).toBe(runCount);
    runCount += 1;
    at += minutesBetween * 60_000;
    return ends[Math.min(times, ends.length - 1)];
  };
  const code = await keepRunning(run, { now: () => at, print: (text) => messages.push(text) });
  return { code, runCount, messages };
}

describe('restart of a server', () => {
  test('follows a crash, with a message in both languages', async () => {
    const { code, runCount, messages } = await runThrough([crash, { ...crash, code: 0, signal: null }]);
    expect([code, runCount]).toEqual([0, 2]);
    expect(messages).toEqual([
      expect.stringMatching(/意外退出（SIGABRT）.*第 1 次，最多 5 次[\s\S]*started again \(1 of at most 5/),
    ]);
  });

  test.each([
    ['refuses to start', { code: 1, signal: null, isReady: false, isStopRequested: false }],
    ['crashes before it is ready', { ...crash, isReady: false }],
    ['was asked to stop', { ...crash, isStopRequested: true }],
    ['stops normally', { code: 0, signal: null, isReady: true, isStopRequested: false }],
  ])('does not follow when the server %s', async (_case, end) => {
    expect(await runThrough([end])).toEqual({ code: end.code, runCount: 1, messages: [] });
  });

  test('stops at the sixth crash in ten minutes, with the exit code of the server', async () => {
    const { code, runCount, messages } = await runThrough([crash]);
    expect([code, runCount, messages.length]).toEqual([134, 6, 6]);
    expect(messages.at(-1)).toMatch(/不再启动[\s\S]*is not started again/);
  });

  test('continues without limit for occasional crashes', async () => {
    const end = { ...crash, code: 0 };
    expect((await runThrough([...Array(20).fill(crash), end], 3)).runCount).toBe(21);
  });

  test('follows a killed process, and a signal to its starter stops the server', async () => {
    const library = (name) => pathToFileURL(inProject('scripts', 'lib', name)).href;
    const server = `
      process.on('SIGTERM', () => process.exit(0));
      setInterval(() => {}, 1000);
      process.send('ready', () => console.log(process.pid));`;
    const code = `
      import { keepRunning } from '${library('keep-running.mjs')}';
      import { runOnce } from '${library('run-node.mjs')}';
      const run = () => runOnce(['--input-type=module', '-e', ${JSON.stringify(server)}], { channel: true });
      process.exit(await keepRunning(run));`;
    const outer = spawn(nodePath(), ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [first] = await once(outer.stdout, 'data');
    process.kill(Number(first), 'SIGKILL');
    const [second] = await once(outer.stdout, 'data');
    expect(Number(second)).not.toBe(Number(first));
    outer.kill('SIGTERM');
    expect(await once(outer, 'exit')).toEqual([0, null]);
  });
});
