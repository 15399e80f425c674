import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findInstalled } from './browser.mjs';
import { builtNode, hashOf, inProject, installedNode, nodePath } from './project.mjs';

describe('hashOf, which decides whether the web app is rebuilt', () => {
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

describe('nodePath', () => {
  const running = { versions: { node: '24.1.0' }, execPath: '/usr/local/bin/node' };
  const path = (there, as = running) => nodePath((name) => there.includes(name), as);
  const packages = inProject('node_modules');

  test('is the pinned Node, installed or built', () => {
    expect(path([packages, installedNode, builtNode])).toBe(installedNode);
    expect(path([packages, builtNode])).toBe(builtNode);
  });

  test('is the running Node in an image that contains only runtime packages, if its version fits', () => {
    expect(path([packages])).toBe('/usr/local/bin/node');
    expect(path([packages], { ...running, versions: { node: '22.1.0' } })).toBe(installedNode);
  });

  test('is not another Node when the pinned one failed to install', () => {
    expect(path([packages, inProject('node_modules', 'node')])).toBe(installedNode);
    expect(path([])).toBe(installedNode);
  });
});

describe('findInstalled', () => {
  test('finds a browser on the path of Linux', () => {
    const there = join('/opt/bin', 'chromium');
    const found = findInstalled('linux', ['/bin', '/opt/bin'].join(delimiter), (path) => path === there);
    expect(found).toBe(there);
  });

  test('finds Edge in the applications folder of macOS', () => {
    const found = findInstalled('darwin', '', (path) => path.includes('Microsoft Edge'));
    expect(found).toContain('Microsoft Edge.app');
  });

  test('returns undefined when there is none', () => {
    expect(findInstalled('linux', '/bin', () => false)).toBeUndefined();
  });
});
