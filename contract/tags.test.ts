import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Endpoint, endpoint } from './endpoint.ts';
import { type Tag, tags } from './tags.ts';

const folder = import.meta.dirname;
const files = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.includes('.test.'));
const modules: Record<string, unknown>[] = await Promise.all(files.map((name) => import(join(folder, name))));
const endpoints = modules
  .flatMap((module) => Object.values(module))
  .flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  .filter((value): value is Endpoint => typeof value === 'object' && value !== null && 'changes' in value);

const allTags = Object.keys(tags) as Tag[];
const isNamed = (list: (call: Endpoint) => readonly Tag[] | undefined) => (tag: Tag) =>
  endpoints.some((call) => list(call)?.includes(tag));

test('every tag is read by some endpoint', () => {
  expect(endpoints.length).toBeGreaterThan(250);
  expect(allTags.filter((tag) => !isNamed(({ reads }) => reads)(tag))).toEqual([]);
});

test('every tag except audit is changed by some endpoint; each changing call adds to the audit log', () => {
  expect(allTags.filter((tag) => !isNamed(({ changes }) => changes)(tag))).toEqual(['audit']);
});

const output = z.object({});

test('an endpoint that changes data does not compile without its changes', () => {
  // @ts-expect-error: no `changes`.
  endpoint({ method: 'POST', path: '/a', summary: '改', output });
  // @ts-expect-error: a GET that changes data has to declare `changes` too.
  endpoint({ method: 'GET', path: '/a', summary: '退', output, mutates: true });
  // @ts-expect-error: a call that only reads declares no `changes`.
  endpoint({ method: 'GET', path: '/a', summary: '读', output, changes: ['orders'] });
  // @ts-expect-error: no tag of the list.
  endpoint({ method: 'POST', path: '/a', summary: '改', output, changes: ['order'] });
  expect(endpoint({ method: 'POST', path: '/a', summary: '改', output, changes: [] }).changes).toEqual([]);
  expect(endpoint({ method: 'POST', path: '/a', summary: '查', output, mutates: false }).changes).toEqual([]);
});
