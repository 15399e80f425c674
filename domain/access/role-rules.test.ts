import { describe, expect, test } from 'vitest';
import { Permission } from './actor.ts';
import {
  addAdministration,
  checkRole,
  mixAdministratorRoles,
  problemOfCheckedIdCard,
  problemOfGrant,
  runPortal,
} from './role-rules.ts';

const plain = {
  isOwn: false,
  lost: undefined,
  before: [] as string[],
  after: [Permission.handle] as string[],
  isKnownToOthers: false,
  separatesDuties: true,
};

describe('roles are given', () => {
  test('to others, never to oneself', () => {
    expect(problemOfGrant(plain)).toBeUndefined();
    expect(problemOfGrant({ ...plain, isOwn: true })).toContain('不能改变自己的角色');
  });

  test('and taken, but not the last one of a hand', () => {
    expect(problemOfGrant({ ...plain, lost: '没有人可以查看审计记录' })).toBe('没有人可以查看审计记录');
  });

  test('but those that run the portal not to somebody whose password another hand knows', () => {
    const known = { ...plain, isKnownToOthers: true };
    expect(problemOfGrant(known)).toBeUndefined();
    const managing = { ...known, after: [Permission.handle, Permission.readAudit] };
    expect(problemOfGrant(managing)).toContain('一次性密码尚未由本人修改');
    expect(problemOfGrant({ ...managing, isKnownToOthers: false })).toBeUndefined();
    // An administrator is refused additional permissions too; permissions that the person already has stay.
    expect(problemOfGrant({ ...managing, before: [Permission.manageCalendar] })).toContain('一次性密码');
    expect(problemOfGrant({ ...managing, before: [Permission.readAudit] })).toBeUndefined();
  });
});

test('permissions of both kinds are mixed: those of matters come to nothing', () => {
  expect(mixAdministratorRoles([Permission.handle, Permission.initiate])).toBe(false);
  expect(mixAdministratorRoles([Permission.readAudit, Permission.manageStaff])).toBe(false);
  expect(mixAdministratorRoles([Permission.readAudit, Permission.readArchive])).toBe(true);
  expect(runPortal([Permission.manageCalendar])).toBe(true);
  expect(runPortal([])).toBe(false);
});

test('a role has a name and permissions that there are, and nobody gives the own one more', () => {
  expect(checkRole({ name: '督查员', permissions: [Permission.handle] })).toEqual([]);
  expect(checkRole({ name: ' ', permissions: ['work-order:fly'] })).toEqual([
    { field: 'name', message: '请输入角色名称' },
    { field: 'permissions', message: '没有权限“work-order:fly”' },
  ]);
  const own = [Permission.manageRole, Permission.manageSecurity];
  expect(checkRole({ name: '安全', permissions: [Permission.manageRole] }, own)).toEqual([]);
  expect(checkRole({ name: '安全', permissions: [...own, Permission.manageStaff] }, own)).toMatchObject([
    { field: 'permissions' },
  ]);
});

test('a hand is added by each permission of running the portal that was not there, and by none of matters', () => {
  expect(addAdministration([], ['audit:read'])).toBe(true);
  expect(addAdministration(['audit:read'], ['audit:read', 'security:manage'])).toBe(true);
  expect(addAdministration(['audit:read', 'security:manage'], ['audit:read'])).toBe(false);
  expect(addAdministration([], ['work-order:handle', 'archive:manage'])).toBe(false);
});

test('a number is right where it is the one that is kept, and asked for where none was typed', () => {
  expect(problemOfCheckedIdCard('same')).toBeUndefined();
  expect(problemOfCheckedIdCard('none')).toContain('按本人出示的身份证填写');
  expect(problemOfCheckedIdCard('other')).toContain('不一致');
});
