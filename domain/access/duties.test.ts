import { expect, test } from 'vitest';
import { administrativePermissions, Permission } from './actor.ts';
import { combinesDuties, duties, dutiesMessageForPerson, dutiesOf } from './duties.ts';

const { manageStaff, operateSystem, manageRole, manageSecurity, readAudit, publishForm, handle } = Permission;

test('each permission of a duty is an administrator permission and belongs to one duty', () => {
  const all = duties.flatMap(([, permissions]) => permissions);
  expect(new Set(all).size).toBe(all.length);
  expect(all.every((permission) => administrativePermissions.includes(permission))).toBe(true);
  expect(dutiesOf([publishForm, handle])).toEqual([]);
});

test.each<[string, Permission[], Permission[], boolean]>([
  ['permissions of one duty', [], [manageStaff, operateSystem], false],
  ['one duty and configuration', [], [readAudit, publishForm], false],
  ['two duties at once', [], [manageStaff, readAudit], true],
  ['a second duty added', [manageRole], [manageRole, readAudit], true],
  ['a third duty added', [manageStaff, manageRole], [manageStaff, manageRole, readAudit], true],
  ['two duties unchanged', [manageStaff, manageRole], [manageStaff, manageRole], false],
  [
    'another permission in the same two duties',
    [manageStaff, manageRole],
    [operateSystem, manageRole, manageSecurity],
    false,
  ],
  ['one of two duties removed', [manageStaff, manageRole], [manageStaff], false],
  ['another pair of duties', [manageStaff, manageRole], [manageStaff, readAudit], true],
])('a change joins duties or does not: %s', (_title, before, after, joins) => {
  expect(combinesDuties(before, after)).toBe(joins);
});

test('the refusal names the duties that would be joined', () => {
  expect(dutiesMessageForPerson([manageStaff, readAudit])).toContain('兼有系统管理、安全审计');
});
