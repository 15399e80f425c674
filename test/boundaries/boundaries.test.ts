import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rules as folderRules } from './rules.ts';
import { importsOf, isTest, layerOf, readSourceTree } from './source-tree.ts';
import { styleRules } from './style-rules.ts';

const rules = [...folderRules, ...styleRules];

const tree = await readSourceTree(join(import.meta.dirname, '..', '..'));

describe('the folders of the project', () => {
  test('are read completely', () => {
    expect(tree.get('domain/refusals/refusals.ts')).toContain('Refusal');
    expect(tree.size).toBeGreaterThan(30);
  });

  test.each(rules)('$title', ({ violations }) => {
    expect(violations(tree)).toEqual([]);
  });
});

describe('detection of a tree that breaks the rule', () => {
  test.each(rules)('$title', ({ violations, broken }) => {
    const problems = violations(new Map(Object.entries(broken))).join('\n');
    for (const path of Object.keys(broken)) expect(problems).toContain(path);
  });
});

/** Returns the code paths in a text: backticked words with a slash and without a placeholder. */
const codePathsIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\s<>]+\/[^`\s<>]*)`/g)].map(([, path = '']) => path);
const missingPathsIn = (text: string) =>
  codePathsIn(text).filter((path) => !existsSync(join(import.meta.dirname, '..', '..', path)));

describe('documents that name the file in which a rule is decided', () => {
  const read = (...path: string[]) => readFileSync(join(import.meta.dirname, '..', '..', ...path), 'utf8');
  const rowsOf = (text: string) => text.split('\n').filter((line) => /^\| \[\d{4}\]/.test(line));
  const index = read('docs', 'decisions', 'README.md');

  test('ARCHITECTURE.md names only paths that exist', () => {
    const section = read('ARCHITECTURE.md')
      .split(/^## /m)
      .find((part) => part.startsWith('Where a rule'));
    expect(codePathsIn(section ?? '').length).toBeGreaterThan(30);
    expect(missingPathsIn(section ?? '')).toEqual([]);
  });

  test('the index of decisions names for each decision paths that exist, or –', () => {
    expect(rowsOf(index).length).toBeGreaterThan(100);
    const lastCellOf = (row: string) => row.split(' | ').at(-1) ?? '';
    const rowsWithoutFile = rowsOf(index).filter(
      (row) => codePathsIn(lastCellOf(row)).length === 0 && lastCellOf(row) !== '– |',
    );
    expect(rowsWithoutFile).toEqual([]);
    expect(missingPathsIn(index)).toEqual([]);
  });

  test('a path that does not exist is detected', () => {
    expect(missingPathsIn('a: `domain/moved/rule.ts`; b: `domain/workflow`')).toEqual([
      'domain/moved/rule.ts',
    ]);
  });
});

test('packages are pinned to exact versions, because private parts (UNSAFE_…) may change', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'),
  );
  const versions = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(versions.length).toBeGreaterThan(30);
  const isPinned = (version: string) => /^(\d+\.\d+\.\d+(-[\w.]+)?|file:scripts\/[\w-]+)$/.test(version);
  expect(versions.filter(([, version]) => !isPinned(version))).toEqual([]);
});

test('no override is a file, because npm 9.2 of Debian mistakes it for a missing lock file', () => {
  const { overrides = {} } = JSON.parse(
    readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'),
  );
  expect(JSON.stringify(overrides)).not.toMatch(/file:|"\$/);
});

test('runtime code imports no development dependency', () => {
  const { devDependencies } = JSON.parse(
    readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'),
  );
  const runtimeImports = [...tree].flatMap(([path, text]) =>
    ['server', 'contract', 'domain'].includes(layerOf(path)) && !isTest(path)
      ? importsOf(path, text).filter(({ typeOnly }) => !typeOnly)
      : [],
  );
  const packages = new Set(runtimeImports.map(({ specifier }) => packageOf(specifier)));
  expect(packages).toContain('fastify');
  expect(Object.keys(devDependencies).filter((name) => packages.has(name))).toEqual([]);
});

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

describe('importsOf', () => {
  test.each([
    ["import { a } from './a.ts';", './a.ts', 'domain/x/a.ts', false],
    ["import type { A } from '#domain/a.ts';", '#domain/a.ts', 'domain/a.ts', true],
    ["import {\n  type A,\n  type B,\n} from '../a.ts';", '../a.ts', 'domain/a.ts', true],
    ["import { type A, b } from './a.ts';", './a.ts', 'domain/x/a.ts', false],
    ["import './a.css';", './a.css', 'domain/x/a.css', false],
    ["export { a } from './a.ts';", './a.ts', 'domain/x/a.ts', false],
    ["const A = lazy(() => import('./A.tsx'));", './A.tsx', 'domain/x/A.tsx', false],
    ["import React, { useState } from 'react';", 'react', undefined, false],
  ])('reads %s', (text, specifier, target, typeOnly) => {
    expect(importsOf('domain/x/file.ts', text)).toEqual([{ specifier, target, typeOnly }]);
  });

  test.each(["// import { a } from './a.ts';", "/** import './a.ts' */", "export const a = 'b';"])(
    'finds no import in %s',
    (text) => {
      expect(importsOf('domain/x/file.ts', text)).toEqual([]);
    },
  );
});
