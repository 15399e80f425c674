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

const doneSteps = (figures: OfficeFigures) =>
  firstStepsOf(figures).flatMap(({ code, isDone }) => (isDone ? [code] : []));

test('a new installation has only the holidays done', () => {
  expect(firstStepsOf(empty).map(({ code }) => code)).toEqual(firstStepCodes);
  expect(doneSteps(empty)).toEqual(['holidays']);
});

test('an office with only one administrator still has people and roles to do', () => {
  expect(doneSteps({ ...empty, peopleWithoutRoles: 3, people: 3 })).toEqual(['people', 'holidays']);
  expect(doneSteps({ ...empty, people: 3 })).toEqual(['people', 'roles', 'holidays']);
  // A role without permissions counts as no role.
  expect(doneSteps({ ...empty, people: 3, peopleWithoutRights: 1 })).toEqual(['people', 'holidays']);
});

test('the step “separate administrators” needs an audit administrator and no person with two such roles', () => {
  expect(doneSteps({ ...empty, auditAdmins: 1 })).toEqual(['auditAdmin', 'holidays']);
  expect(doneSteps({ ...empty, auditAdmins: 1, mixedHands: 0 })).toEqual([
    'auditAdmin',
    'separateHands',
    'holidays',
  ]);
});

test('a step is open again when its result was removed', () => {
  const running = { ...empty, items: 2, orders: 5 };
  expect(doneSteps(running)).toContain('items');
  expect(doneSteps({ ...running, items: 0 })).not.toContain('items');
});

test('only organisations, posts and counters are optional steps', () => {
  const optional = firstStepsOf(empty).flatMap(({ code, isOptional }) => (isOptional ? [code] : []));
  expect(optional).toEqual(['organisations', 'posts', 'counters']);
});
