import { describe, expect, test } from 'vitest';
import {
  type AccountChange,
  type AccountState,
  allowedAccountChanges,
  problemOfAccountChange,
} from './account-rules.ts';
import { administrativePermissions, Permission } from './actor.ts';
import { labelOfPermission, permissionLabel } from './permission-labels.ts';

const plain: AccountState = {
  isOwn: false,
  isDisabled: false,
  isLocked: false,
  runsPortal: false,
  solePermissions: [],
  isPasswordKnownToOthers: false,
  joinedDutiesMessage: undefined,
};

describe('allowed changes of an account', () => {
  test.each<[string, Partial<AccountState>, AccountChange[]]>([
    ['an active clerk', {}, ['disable', 'resetPassword']],
    ['a locked clerk', { isLocked: true }, ['disable', 'resetPassword', 'unlock']],
    ['a disabled clerk', { isDisabled: true }, ['enable']],
    [
      'an administrator, without password reset, which would let one administrator act as another',
      { runsPortal: true },
      ['disable'],
    ],
    [
      'the last holder of an administrator role',
      { runsPortal: true, solePermissions: [Permission.readAudit] },
      [],
    ],
    ['oneself', { isOwn: true, runsPortal: true }, []],
  ])('are correct for %s', (_title, state, allowed) => {
    expect(allowedAccountChanges({ ...plain, ...state })).toEqual(allowed);
  });

  test('have a refusal message with the reason and the next step', () => {
    const sole = { ...plain, runsPortal: true, solePermissions: [Permission.readAudit] };
    expect(problemOfAccountChange('disable', sole)).toBe(
      '该账号是唯一可以查看审计记录的账号，不能停用，请先将该权限授予其他可登录的人员',
    );
    expect(problemOfAccountChange('resetPassword', sole)).toContain('请在服务器上执行重置命令');
  });
});

test('every permission has a label, and an unknown permission is shown as its code', () => {
  expect(Object.keys(permissionLabel).sort()).toEqual(Object.values(Permission).sort());
  expect(labelOfPermission('x:y')).toBe('x:y');
  for (const code of administrativePermissions) expect(permissionLabel[code]).not.toBe('');
});
