import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { installationMarkName, readInstallationMark, writeInstallationMark } from './installation-mark.ts';
import { bindAuditFolder, readKnownFolders, recordFolder } from './own-folders.ts';

const root = mkdtempSync(join(tmpdir(), 'banjian-marks-'));
afterAll(() => rmSync(root, { recursive: true }));
const mark = 'banjian production 2026-01-01T00:00:00.000Z';
const other = 'banjian demo 2026-02-02T00:00:00.000Z';
const numbers = Array.from({ length: 20 }, (_, number) => number);

test('servers that mark one folder concurrently all succeed, and leave only the mark', async () => {
  const folder = join(root, 'one');
  const marks = await Promise.all(numbers.map(() => writeInstallationMark(folder, mark)));
  expect(new Set(marks)).toEqual(new Set([mark]));
  expect(readdirSync(folder)).toEqual([installationMarkName]);
});

test('servers of two installations that mark one folder concurrently agree on one of them', async () => {
  const folder = join(root, 'two');
  const marks = await Promise.all(
    numbers.map((number) => writeInstallationMark(folder, number % 2 ? mark : other)),
  );
  expect(new Set(marks).size).toBe(1);
  expect(marks[0]).toBe(await readInstallationMark(folder));
});

test('one of two installations that use one anchor folder concurrently is refused', async () => {
  const auditDir = join(root, 'anchors');
  const dataDirs = ['a', 'b'].map((name) => join(root, name));
  await Promise.all(dataDirs.map((dataDir) => writeInstallationMark(dataDir, mark)));
  const results = await Promise.allSettled(
    dataDirs.map((dataDir, number) => bindAuditFolder({ dataDir, auditDir }, number ? mark : other)),
  );
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('servers that record folders in one data folder concurrently lose none', async () => {
  await Promise.all(numbers.map((number) => recordFolder(root, 'audit', `/anchors/${number}`)));
  const { audit = [] } = await readKnownFolders(root);
  expect(audit.toSorted()).toEqual(numbers.map((number) => `/anchors/${number}`).sort());
});

test('a lock file left by a killed server does not block later records', async () => {
  const folder = join(root, 'killed');
  mkdirSync(folder);
  writeFileSync(join(folder, 'folders.json.lock'), '');
  await recordFolder(folder, 'audit', '/anchors');
  expect(await readKnownFolders(folder)).toEqual({ audit: ['/anchors'] });
  expect(readdirSync(folder)).toEqual(['folders.json']);
});
