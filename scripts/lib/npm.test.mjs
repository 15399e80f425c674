import { expect, test } from 'vitest';
import { countInstalled, describeProgress } from './npm.mjs';

const packages = {
  '': {},
  'scripts/no-canvas': {},
  'node_modules/a': {},
  'node_modules/a/node_modules/b': {},
  'node_modules/mac': { os: ['darwin'] },
};

test('install progress counts the installed packages for this system', () => {
  const linux = { os: 'linux', cpu: 'x64', libc: 'glibc' };
  const count = countInstalled(packages, linux, (path) => path === 'node_modules/a');
  expect(count).toEqual({ done: 1, all: 2 });
  expect(describeProgress(20, count)).toBe('  已用 20 秒，已装 1 / 2 个包  20 s, 1 of 2 packages');
});
