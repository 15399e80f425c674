import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findPackageProblems, isLicenceAllowed } from './packages-check.mjs';
import { inProject } from './project.mjs';

const manifest = { dependencies: { a: '1.2.3' }, allowScripts: { '@db/linux': true } };
const validEntry = { version: '1.2.3', integrity: 'sha512-abc', license: 'MIT' };

function check(entry, { path = 'node_modules/a', of = manifest, licence } = {}) {
  return findPackageProblems({
    manifest: of,
    packages: { '': {}, [path]: entry },
    readLicence: () => licence,
  });
}

test('the packages of the project have no problem', () => {
  const read = (name) => JSON.parse(readFileSync(inProject(name), 'utf8'));
  const { packages } = read('package-lock.json');
  const problems = findPackageProblems({
    manifest: read('package.json'),
    packages,
    readLicence: () => undefined,
  });
  expect(problems).toEqual([]);
});

test.each([
  ['a range', { dependencies: { a: '^1.2.3' } }],
  ['a tag', { devDependencies: { a: 'latest' } }],
  ['another folder', { optionalDependencies: { a: 'file:../a' } }],
])('%s in package.json is rejected as not an exact version', (_, of) => {
  expect(check(validEntry, { of })).toEqual([expect.stringContaining('not an exact version')]);
});

test.each([
  ['no checksum', { integrity: undefined }, 'no sha512 checksum'],
  ['a weak checksum', { integrity: 'sha1-abc' }, 'no sha512 checksum'],
  ['an archive from git', { resolved: 'git+ssh://git@example.cn/a.git#1' }, 'not from the registry'],
  ['an archive from another host', { resolved: 'https://example.cn/a.tgz' }, 'not from the registry'],
  [
    'the archive of another package',
    { resolved: 'https://example.cn/b/-/b-1.2.3.tgz' },
    'not from the registry',
  ],
  ['a link', { link: true, resolved: '../a' }, 'is a link'],
  ['a script', { hasInstallScript: true }, 'runs a script'],
  ['a copyleft licence', { license: 'AGPL-3.0-only' }, 'not in the allowed list'],
  ['no licence', { license: undefined }, 'not in the allowed list'],
])('a package with this property is rejected: %s', (_, change, message) => {
  expect(check(validEntry)).toEqual([]);
  expect(check({ ...validEntry, ...change })).toEqual([expect.stringContaining(message)]);
});

test('the licence of the installed package takes precedence over the lock file', () => {
  expect(check(validEntry, { licence: 'GPL-3.0-only' })).toHaveLength(1);
});

test('development tools may have additional licences, but not all licences', () => {
  const mozilla = { ...validEntry, license: 'MPL-2.0' };
  expect(check(mozilla)).toHaveLength(1);
  expect(check({ ...mozilla, dev: true })).toEqual([]);
  expect(check({ ...validEntry, dev: true, license: 'AGPL-3.0-only' })).toHaveLength(1);
});

test('a manually reviewed licence counts for that package only', () => {
  const own = { ...validEntry, license: 'SEE LICENSE IN LICENSE' };
  expect(check(own, { path: 'node_modules/bpmn-js' })).toEqual([]);
  expect(check(own)).toHaveLength(1);
});

test('archives from any registry host and allowed scripts are accepted', () => {
  expect(check({ ...validEntry, resolved: 'https://mirror.example.cn/npm/a/-/a-1.2.3.tgz' })).toEqual([]);
  const script = { ...validEntry, hasInstallScript: true, optional: true };
  expect(check(script, { path: 'node_modules/@db/linux' })).toEqual([]);
  expect(check(script, { path: 'node_modules/@db/windows' })).toEqual([]);
  expect(check({ ...script, optional: false }, { path: 'node_modules/@db/windows' })).toHaveLength(1);
  expect(check(script, { path: 'node_modules/@other/linux' })).toHaveLength(1);
});

test('one allowed licence is sufficient with OR, all are required with AND', () => {
  expect(isLicenceAllowed('(BSD-3-Clause OR GPL-2.0)')).toBe(true);
  expect(isLicenceAllowed('GPL-2.0 OR AGPL-3.0')).toBe(false);
  expect(isLicenceAllowed('(MIT AND Zlib)')).toBe(true);
  expect(isLicenceAllowed('MIT AND GPL-2.0')).toBe(false);
  expect(isLicenceAllowed('(MIT OR GPL-2.0) AND ISC')).toBe(false);
});
