import { describe, expect, test } from 'vitest';
import { Permission } from './actor.ts';
import {
  addsAdministration,
  checkRole,
  includeAdministration,
  mixesAdministrationAndMatters,
  problemOfCheckedIdCard,
  problemOfGrant,
} from './role-rules.ts';

const plain = {
  isOwn: false,
  lastHolderMessage: undefined,
  before: [] as string[],
  after: [Permission.handle] as string[],
  isPasswordKnownToOthers: false,
  separatesDuties: true,
};

describe('grant of roles', () => {
  test('is allowed for other persons, refused for oneself', () => {
    expect(problemOfGrant(plain)).toBeUndefined();
    expect(problemOfGrant({ ...plain, isOwn: true })).toContain('不能改变自己的角色');
  });

  test('is refused when it takes away the last holder of an administrator role', () => {
    expect(problemOfGrant({ ...plain, lastHolderMessage: '没有人可以查看审计记录' })).toBe(
      '没有人可以查看审计记录',
    );
  });

  test('refuses administrator permissions for a person whose password another administrator knows', () => {
    const visibleRole = { ...plain, isPasswordKnownToOthers: true };
    expect(problemOfGrant(visibleRole)).toBeUndefined();
    const managing = { ...visibleRole, after: [Permission.handle, Permission.readAudit] };
    expect(problemOfGrant(managing)).toContain('一次性密码尚未由本人修改');
    expect(problemOfGrant({ ...managing, isPasswordKnownToOthers: false })).toBeUndefined();
    // An administrator is refused additional permissions too; permissions that the person already has stay.
    expect(problemOfGrant({ ...managing, before: [Permission.manageCalendar] })).toContain('一次性密码');
    expect(problemOfGrant({ ...managing, before: [Permission.readAudit] })).toBeUndefined();
  });
});

test('a mixture of administrator and work-order permissions is detected', () => {
  expect(mixesAdministrationAndMatters([Permission.handle, Permission.initiate])).toBe(false);
  expect(mixesAdministrationAndMatters([Permission.readAudit, Permission.manageStaff])).toBe(false);
  expect(mixesAdministrationAndMatters([Permission.readAudit, Permission.readArchive])).toBe(true);
  expect(includeAdministration([Permission.manageCalendar])).toBe(true);
  expect(includeAdministration([])).toBe(false);
});

test('a role needs a name and known permissions, and its editor cannot extend an own role', () => {
  expect(checkRole({ name: '督查员', permissions: [Permission.handle] })).toEqual([]);
  expect(checkRole({ name: ' ', permissions: ['work-order:fly'] })).toEqual([
    { field: 'name', message: '请输入角色名称' },
    { field: 'permissions', message: '没有权限“work-order:fly”' },
  ]);
  const ownPermissions = [Permission.manageRole, Permission.manageSecurity];
  expect(checkRole({ name: '安全', permissions: [Permission.manageRole] }, ownPermissions)).toEqual([]);
  expect(
    checkRole({ name: '安全', permissions: [...ownPermissions, Permission.manageStaff] }, ownPermissions),
  ).toMatchObject([{ field: 'permissions' }]);
});

test('only a new administrator permission adds administration to a role', () => {
  expect(addsAdministration([], ['audit:read'])).toBe(true);
  expect(addsAdministration(['audit:read'], ['audit:read', 'security:manage'])).toBe(true);
  expect(addsAdministration(['audit:read', 'security:manage'], ['audit:read'])).toBe(false);
  expect(addsAdministration([], ['work-order:handle', 'archive:manage'])).toBe(false);
});

test('an identity number is confirmed when it equals the stored one, and required when nothing is typed', () => {
  expect(problemOfCheckedIdCard('same')).toBeUndefined();
  expect(problemOfCheckedIdCard('none')).toContain('按本人出示的身份证填写');
  expect(problemOfCheckedIdCard('other')).toContain('不一致');
});
