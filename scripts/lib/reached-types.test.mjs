import { expect, test } from 'vitest';
import { typesReachedBy } from './reached-types.mjs';

const records = {
  whole: ['domain/lists/paging.ts', 'server/main.ts', 'web/toolkit/styles/tokens.ts'],
  domain: ['domain/lists/paging.ts'],
  web: ['domain/lists/paging.ts', 'web/app/main.tsx', 'web/toolkit/styles/tokens.ts'],
  journeys: ['e2e/people.ts'],
};

test.each([
  [['server/main.ts'], ['whole']],
  [['domain/lists/paging.ts'], ['whole', 'domain', 'web']],
  [
    ['web/app/main.tsx', 'e2e/people.ts'],
    ['web', 'journeys'],
  ],
  [['docs/commands.md', 'web/app/screens.module.css', 'scripts/run.mjs'], []],
  [[], []],
])('a change of %j reaches the types of %j', (changed, reached) => {
  expect(typesReachedBy(changed, records)).toEqual(reached);
});

test('a new file reaches the checks of its folder, or every check if none reads the folder', () => {
  expect(typesReachedBy(['e2e/new.spec.ts'], records)).toEqual(['journeys']);
  expect(typesReachedBy(['bench/new/new.ts'], records)).toEqual(Object.keys(records));
});

test('compiler settings and package changes reach every check', () => {
  expect(typesReachedBy(['tsconfig.base.json'], records)).toEqual(Object.keys(records));
  expect(typesReachedBy(['package-lock.json'], records)).toEqual(Object.keys(records));
});

test('a check that never ran is reached by every change', () => {
  expect(typesReachedBy(['server/main.ts'], { ...records, web: undefined })).toEqual(['whole', 'web']);
});
