import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBinaries, restoreLinks } from './binaries.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'banjian-links-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

test('missing library links are created, and existing ones stay', async () => {
  const root = join(folder, 'native');
  await mkdir(join(root, 'lib'), { recursive: true });
  await writeFile(join(root, 'lib', 'libone.so.1.2'), 'one');
  const links = [
    { source: 'native/lib/libone.so.1.2', target: 'native/lib/libone.so' },
    { source: 'native/lib/libone.so.1.2', target: 'native/lib/libone.so.1' },
  ];
  await writeFile(join(root, 'pg-symlinks.json'), JSON.stringify(links));
  await restoreLinks(root);
  await restoreLinks(root);
  expect(await readlink(join(root, 'lib', 'libone.so'))).toBe('libone.so.1.2');
  expect(await readFile(join(root, 'lib', 'libone.so.1'), 'utf8')).toBe('one');
});

test('a platform without binaries gets the advice to set DATABASE_URL', async () => {
  await expect(findBinaries('aix', 'ppc64')).rejects.toThrow('请用 DATABASE_URL');
});

test('a package that is not installed is named', async () => {
  const elsewhere = process.platform === 'win32' ? 'linux' : 'win32';
  await expect(findBinaries(elsewhere, 'x64')).rejects.toThrow('找不到内置 PostgreSQL 的程序包');
});
