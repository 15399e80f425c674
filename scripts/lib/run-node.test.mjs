import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { inProject, nodePath } from './project.mjs';
import { runNode, serverArguments } from './run-node.mjs';

/** Starts a stub of `npm start` that runs this code as the server. */
async function startOuter(server, { underNpm = false } = {}) {
  const library = pathToFileURL(inProject('scripts', 'lib', 'run-node.mjs')).href;
  const code = `
    import { runNode } from '${library}';
    const server = ${JSON.stringify(server)};
    process.exit(await runNode(['--input-type=module', '-e', server], { channel: true }));`;
  const args = ['--input-type=module', '-e', code];
  // npm runs the script in a shell, which forwards no signals.
  const outer = underNpm
    ? spawn('sh', ['-c', '"$@"; true', 'sh', nodePath(), ...args], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, npm_lifecycle_event: 'start' },
      })
    : spawn(nodePath(), args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [first] = await once(outer.stdout, 'data');
  return { outer, pid: Number(first) };
}

async function isGone(pid) {
  for (let times = 0; times < 200; times += 1) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await wait(25);
  }
  return false;
}

test.each(['deploy/Containerfile', 'deploy/banjian.service', 'docs/operator-guide.zh-CN.md'])(
  '%s starts the server with the options of npm start',
  (file) => {
    // An image names the arguments as a list in JSON.
    const text = readFileSync(inProject(file), 'utf8').replaceAll('", "', ' ');
    expect(text).toContain(`node ${serverArguments.join(' ')}`);
  },
);

describe('runNode', () => {
  test('returns the exit code of the script, run on the pinned Node', async () => {
    const code = "process.exit(process.versions.node.startsWith('24.') ? 7 : 1)";
    expect(await runNode(['-e', code])).toBe(7);
  });

  test('passes the environment on, and runs in the time zone of the office', async () => {
    const code = "process.exit(process.env.MARK === 'yes' && process.env.TZ === 'Asia/Shanghai' ? 0 : 1)";
    expect(await runNode(['-e', code], { env: { MARK: 'yes' } })).toBe(0);
  });

  test('prefixes each output line with its label, including the last line', async () => {
    const library = pathToFileURL(inProject('scripts', 'lib', 'run-node.mjs')).href;
    const program =
      "console.log('one'); console.error('two'); process.stdout.write('three'); process.exitCode = 5";
    const code = `
      import { runNode } from '${library}';
      process.exit(await runNode(['-e', ${JSON.stringify(program)}], { label: 'first' }));`;
    const result = spawnSync(nodePath(), ['--input-type=module', '-e', code], { encoding: 'utf8' });
    expect(result.stdout.split('\n').sort()).toEqual(['', 'first: one', 'first: three', 'first: two']);
    expect(result.status).toBe(5);
  });

  test.each(['SIGTERM', 'SIGINT'])(
    'forwards %s, waits for the server and returns its exit code',
    async (signal) => {
      const { outer } = await startOuter(`
      process.on('${signal}', () => setTimeout(() => process.exit(3), 50));
      setInterval(() => {}, 1000);
      console.log(process.pid);`);
      outer.kill(signal);
      expect(await once(outer, 'exit')).toEqual([3, null]);
    },
  );

  test('lets the server stop when it is killed itself', async () => {
    const { outer, pid } = await startOuter(`
      process.on('disconnect', () => process.exit(0));
      setInterval(() => {}, 1000);
      console.log(process.pid);`);
    outer.kill('SIGKILL');
    expect(await isGone(pid)).toBe(true);
  });

  test.skipIf(process.platform === 'win32')('stops the server when npm is stopped', async () => {
    const { outer, pid } = await startOuter(
      `
      process.on('SIGTERM', () => process.exit(0));
      setInterval(() => {}, 1000);
      console.log(process.pid);`,
      { underNpm: true },
    );
    outer.kill('SIGTERM');
    expect(await isGone(pid)).toBe(true);
  });
});
