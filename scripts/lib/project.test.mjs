import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findInstalled } from './browser.mjs';
import { hashOf } from './project.mjs';

describe('hashOf, which decides whether the web app is built again', () => {
  let base = '';

  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'banjian-hash-'));
    mkdirSync(join(base, 'web', 'app'), { recursive: true });
    writeFileSync(join(base, 'web', 'app', 'main.tsx'), 'one');
    writeFileSync(join(base, 'lock.json'), '{}');
  });

  afterEach(() => rmSync(base, { recursive: true, force: true }));

  const hash = () => hashOf(['web', 'lock.json', 'missing'], base);

  test('stays the same while nothing changes', () => {
    expect(hash()).toBe(hash());
  });

  test('changes with the content of a file', () => {
    const before = hash();
    writeFileSync(join(base, 'web', 'app', 'main.tsx'), 'two');
    expect(hash()).not.toBe(before);
  });

  test('changes when a file is added, even an empty one', () => {
    const before = hash();
    writeFileSync(join(base, 'web', 'app', 'empty.ts'), '');
    expect(hash()).not.toBe(before);
  });

  test('does not change with a test file', () => {
    const before = hash();
    writeFileSync(join(base, 'web', 'app', 'main.test.tsx'), 'test');
    expect(hash()).toBe(before);
  });
});

describe('findInstalled', () => {
  test('finds a browser on the path of Linux', () => {
    const there = join('/opt/bin', 'chromium');
    const found = findInstalled('linux', ['/bin', '/opt/bin'].join(delimiter), (path) => path === there);
    expect(found).toBe(there);
  });

  test('finds Edge where macOS keeps programs', () => {
    const found = findInstalled('darwin', '', (path) => path.includes('Microsoft Edge'));
    expect(found).toContain('Microsoft Edge.app');
  });

  test('says so when there is none', () => {
    expect(findInstalled('linux', '/bin', () => false)).toBeUndefined();
  });
});
