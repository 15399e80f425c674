import { expect, test } from 'vitest';
import { firstStepCodes, firstStepsOf, type OfficeFigures } from './first-steps.ts';

const empty: OfficeFigures = {
  officeIsNamed: false,
  organisations: 1,
  halls: 0,
  windows: 0,
  posts: 0,
  groups: 0,
  people: 0,
  peopleWithoutRoles: 0,
  peopleWithoutRights: 0,
  configurers: 0,
  auditAdmins: 0,
  mixedHands: 1,
  matterAdmins: 0,
  hasHolidays: true,
  forms: 0,
  processes: 0,
  items: 0,
  orders: 0,
};

const done = (figures: OfficeFigures) =>
  firstStepsOf(figures).flatMap(({ code, isDone }) => (isDone ? [code] : []));

test('an office that was just installed has everything before it', () => {
  expect(firstStepsOf(empty).map(({ code }) => code)).toEqual(firstStepCodes);
  expect(done(empty)).toEqual(['holidays']);
});

test('one administrator without anybody else leaves people and roles to be done', () => {
  expect(done({ ...empty, peopleWithoutRoles: 3, people: 3 })).toEqual(['people', 'holidays']);
  expect(done({ ...empty, people: 3 })).toEqual(['people', 'roles', 'holidays']);
  // A role without permissions counts as no role.
  expect(done({ ...empty, people: 3, peopleWithoutRights: 1 })).toEqual(['people', 'holidays']);
});

test('hands are apart when another reads the trail and nobody has two of them', () => {
  expect(done({ ...empty, auditAdmins: 1 })).toEqual(['auditAdmin', 'holidays']);
  expect(done({ ...empty, auditAdmins: 1, mixedHands: 0 })).toEqual([
    'auditAdmin',
    'separateHands',
    'holidays',
  ]);
});

test('what was done and undone is to be done again', () => {
  const running = { ...empty, items: 2, orders: 5 };
  expect(done(running)).toContain('items');
  expect(done({ ...running, items: 0 })).not.toContain('items');
});

test('posts and windows may be left out, nothing else', () => {
  const optional = firstStepsOf(empty).flatMap(({ code, isOptional }) => (isOptional ? [code] : []));
  expect(optional).toEqual(['organisations', 'posts', 'counters']);
});
