import { expect, test } from 'vitest';
import { Permission } from './actor.ts';
import {
  type AdministratorRole,
  lostAdministratorRoles,
  lostRoleMessage,
  rolesHeldAlone,
} from './administrator-roles.ts';
import { rightsWithoutPage } from './pages-of-permissions.ts';

const administratorRole = (staffId: string, change: Partial<AdministratorRole> = {}): AdministratorRole => ({
  staffId,
  permission: Permission.readAudit,
  canSignIn: true,
  hasPage: true,
  ...change,
});

test('a person is the only holder of a permission when the others cannot sign in or have no page', () => {
  expect(rolesHeldAlone([administratorRole('a'), administratorRole('b')], 'a')).toEqual([]);
  expect(rolesHeldAlone([administratorRole('a'), administratorRole('b', { canSignIn: false })], 'a')).toEqual(
    [Permission.readAudit],
  );
  expect(rolesHeldAlone([administratorRole('a'), administratorRole('b', { hasPage: false })], 'a')).toEqual([
    Permission.readAudit,
  ]);
  expect(rolesHeldAlone([administratorRole('a'), administratorRole('b', { canSignIn: false })], 'b')).toEqual(
    [],
  );
  // The last holder also counts while no holder can sign in, for example before the first sign-in.
  const withoutSignIn = [
    administratorRole('a', { canSignIn: false }),
    administratorRole('b', { canSignIn: false }),
  ];
  expect(rolesHeldAlone(withoutSignIn, 'a')).toEqual([]);
  expect(rolesHeldAlone(withoutSignIn.slice(0, 1), 'a')).toEqual([Permission.readAudit]);
});

test('the message on a lost permission says whether the last holder or the last page is missing', () => {
  const titles = new Map([['audit', '审计记录']]);
  const [page] = lostAdministratorRoles(
    [administratorRole('a')],
    [administratorRole('a', { hasPage: false })],
  );
  expect(page && lostRoleMessage(page, titles)).toBe(
    '没有人能打开“审计记录”页面，无法查看审计记录，请为仍可查看审计记录的角色保留该菜单',
  );
  const [holder] = lostAdministratorRoles([administratorRole('a')], []);
  expect(holder && lostRoleMessage(holder, titles)).toBe(
    '没有人可以查看审计记录，请先将该权限授予其他可登录的人员',
  );
  expect(
    lostAdministratorRoles(
      [administratorRole('a', { hasPage: false })],
      [administratorRole('a', { hasPage: false })],
    ),
  ).toEqual([]);
});

test('administrator permissions without their page are found; other permissions need no page', () => {
  expect(rightsWithoutPage([Permission.readAudit, Permission.handle], [])).toEqual([Permission.readAudit]);
  expect(rightsWithoutPage([Permission.manageOrganisation], ['posts'])).toEqual([]);
  expect(rightsWithoutPage([Permission.manageRole], ['staff-roles'])).toEqual([Permission.manageRole]);
});
