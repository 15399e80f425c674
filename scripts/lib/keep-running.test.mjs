import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { keepRunning } from './keep-running.mjs';
import { inProject, nodePath } from './project.mjs';

const died = { code: 134, signal: 'SIGABRT', isReady: true, isTold: false };

/**
 * Runs a server that ends in these ways, one minute after the other; returns how often it ran, its exit code
 * and its messages.
 */
async function runThrough(ends, minutesBetween = 1) {
  const said = [];
  let [ran, at] = [0, 0];
  const run = async (times) => {
    expect(times).toBe(ran);
    ran += 1;
    at += minutesBetween * 60_000;
    return ends[Math.min(times, ends.length - 1)];
  };
  const code = await keepRunning(run, { now: () => at, say: (text) => said.push(text) });
  return { code, ran, said };
}

describe('restart of a server', () => {
  test('follows a crash, with a message in both languages', async () => {
    const { code, ran, said } = await runThrough([died, { ...died, code: 0, signal: null }]);
    expect([code, ran]).toEqual([0, 2]);
    expect(said).toEqual([
      expect.stringMatching(/意外退出（SIGABRT）.*第 1 次，最多 5 次[\s\S]*started again \(1 of at most 5/),
    ]);
  });

  test.each([
    ['refuses to start', { code: 1, signal: null, isReady: false, isTold: false }],
    ['crashes before it is ready', { ...died, isReady: false }],
    ['was asked to stop', { ...died, isTold: true }],
    ['stops normally', { code: 0, signal: null, isReady: true, isTold: false }],
  ])('does not follow when the server %s', async (_case, end) => {
    expect(await runThrough([end])).toEqual({ code: end.code, ran: 1, said: [] });
  });

  test('stops after five crashes in ten minutes, with the exit code of the server', async () => {
    const { code, ran, said } = await runThrough([died]);
    expect([code, ran, said.length]).toEqual([134, 6, 6]);
    expect(said.at(-1)).toMatch(/不再启动[\s\S]*is left now/);
  });

  test('continues without limit for occasional crashes', async () => {
    const end = { ...died, code: 0 };
    expect((await runThrough([...Array(20).fill(died), end], 3)).ran).toBe(21);
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
