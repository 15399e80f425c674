import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordOfAction } from './administration-words.ts';

const modules = join(import.meta.dirname, '..', '..', '..', 'server', 'modules');
const sources = readdirSync(modules, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
);
/** Where the trail gets a row: the name of what was done, written out. */
const named = /(?:action: |noteOf\(\w+, )'([a-z-]+\.[a-z-]+)'/g;

describe('words of the trail', () => {
  it('are there for everything that the server writes down by its name', () => {
    const actions = sources.flatMap((name) =>
      [...readFileSync(join(modules, name), 'utf8').matchAll(named)].map(([, action = '']) => action),
    );
    expect(actions.length).toBeGreaterThan(10);
    expect(actions.filter((action) => wordOfAction(action) === action)).toEqual([]);
  });
});
