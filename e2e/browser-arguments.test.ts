import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { featuresDisabledByPlaywright } from './browser-arguments.ts';

test('our list repeats every browser feature that Playwright disables', () => {
  const bundle = join(import.meta.dirname, '..', 'node_modules', 'playwright-core', 'lib', 'coreBundle.js');
  const list = /disabledFeatures = \[(.*?)\]/s.exec(readFileSync(bundle, 'utf8'))?.[1] ?? '';
  const names = [...list.matchAll(/^\s*"(\w+)",?$/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(featuresDisabledByPlaywright).toEqual(names);
});
