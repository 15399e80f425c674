import { expect, test } from 'vitest';
import { type Actor, Permission } from './actor.ts';
import { marksMessage, problemOfMarks, visibilityMarks } from './visibility-marks.ts';

const actor: Actor = {
  staffId: 'a',
  account: 'a',
  name: '甲',
  orgId: 'one',
  orgName: '一',
  areaCode: '330127',
  roles: ['handler'],
  permissions: new Set([Permission.handle]),
  keys: ['staff:a', 'org:one', 'position:p'],
};
const absentPerson = { staffId: 'b', name: '乙', orgId: 'one', orgName: '一' };
const substitution = { absentPerson, keys: ['staff:b'], taskCodes: ['t'], since: null };

test.each<[string, Actor, Actor, string | undefined]>([
  ['unchanged rights', actor, actor, undefined],
  [
    'additional rights',
    actor,
    { ...actor, permissions: new Set([Permission.handle, Permission.urge]) },
    undefined,
  ],
  [
    'another organisation',
    actor,
    { ...actor, orgId: 'two', keys: ['staff:a', 'org:two'] },
    marksMessage.moved,
  ],
  ['another region', actor, { ...actor, areaCode: '330100' }, marksMessage.lost],
  ['a lost permission', actor, { ...actor, permissions: new Set() }, marksMessage.lost],
  ['a lost role', actor, { ...actor, roles: [] }, marksMessage.lost],
  ['a lost post', actor, { ...actor, keys: ['staff:a', 'org:one'] }, marksMessage.lost],
  ['an ended substitution', { ...actor, substitutions: [substitution] }, actor, marksMessage.lost],
  [
    'a substitution for fewer items',
    { ...actor, substitutions: [{ ...substitution, taskCodes: null }] },
    { ...actor, substitutions: [substitution] },
    marksMessage.lost,
  ],
  [
    'a post that the absent person lost',
    { ...actor, substitutions: [{ ...substitution, keys: ['staff:b', 'position:q'] }] },
    { ...actor, substitutions: [substitution] },
    marksMessage.lost,
  ],
  [
    'a substitution without the tasks that were already open',
    { ...actor, substitutions: [substitution] },
    { ...actor, substitutions: [{ ...substitution, since: '2026-03-02T00:00:00.000Z' }] },
    marksMessage.lost,
  ],
])(
  'a stored file is checked against the current rights of its creator: %s',
  (_what, before, after, problem) => {
    expect(problemOfMarks(visibilityMarks(before), after)).toBe(problem);
  },
);

test('a file without stored rights has to be exported again', () => {
  expect(problemOfMarks(null, actor)).toBe(marksMessage.unknown);
});
