import { expect, test } from 'vitest';
import { Permission } from './actor.ts';
import {
  type AdministratorPermission,
  lostAdministratorPermissions,
  lostPermissionMessage,
  permissionsOfOnlyHolder,
} from './administrator-roles.ts';
import { listPermissionsWithoutPage } from './pages-of-permissions.ts';

const administratorRole = (
  staffId: string,
  change: Partial<AdministratorPermission> = {},
): AdministratorPermission => ({
  staffId,
  permission: Permission.readAudit,
  canSignIn: true,
  hasPage: true,
  ...change,
});

test('a person is the only holder of a permission when the others cannot sign in or have no page', () => {
  expect(permissionsOfOnlyHolder([administratorRole('a'), administratorRole('b')], 'a')).toEqual([]);
  expect(
    permissionsOfOnlyHolder([administratorRole('a'), administratorRole('b', { canSignIn: false })], 'a'),
  ).toEqual([Permission.readAudit]);
  expect(
    permissionsOfOnlyHolder([administratorRole('a'), administratorRole('b', { hasPage: false })], 'a'),
  ).toEqual([Permission.readAudit]);
  expect(
    permissionsOfOnlyHolder([administratorRole('a'), administratorRole('b', { canSignIn: false })], 'b'),
  ).toEqual([]);
  // The last holder also counts while no holder can sign in, for example before the first sign-in.
  const withoutSignIn = [
    administratorRole('a', { canSignIn: false }),
    administratorRole('b', { canSignIn: false }),
  ];
  expect(permissionsOfOnlyHolder(withoutSignIn, 'a')).toEqual([]);
  expect(permissionsOfOnlyHolder(withoutSignIn.slice(0, 1), 'a')).toEqual([Permission.readAudit]);
});

test('the message on a lost permission says whether the last holder or the last page is missing', () => {
  const titles = new Map([['audit', '审计记录']]);
  const [page] = lostAdministratorPermissions(
    [administratorRole('a')],
    [administratorRole('a', { hasPage: false })],
  );
  expect(page && lostPermissionMessage(page, titles)).toBe(
    '没有人能打开“审计记录”页面，无法查看审计记录，请为仍可查看审计记录的角色保留该菜单',
  );
  const [holder] = lostAdministratorPermissions([administratorRole('a')], []);
  expect(holder && lostPermissionMessage(holder, titles)).toBe(
    '没有人可以查看审计记录，请先将该权限授予其他可登录的人员',
  );
  expect(
    lostAdministratorPermissions(
      [administratorRole('a', { hasPage: false })],
      [administratorRole('a', { hasPage: false })],
    ),
  ).toEqual([]);
});

test('administrator permissions without their page are found; other permissions need no page', () => {
  expect(listPermissionsWithoutPage([Permission.readAudit, Permission.handle], [])).toEqual([
    Permission.readAudit,
  ]);
  expect(listPermissionsWithoutPage([Permission.manageOrganisation], ['posts'])).toEqual([]);
  expect(listPermissionsWithoutPage([Permission.manageRole], ['staff-roles'])).toEqual([
    Permission.manageRole,
  ]);
});
