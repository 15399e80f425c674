import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Account, accounts } from '#contract/accounts.ts';
import { people } from '#contract/people.ts';
import { answerCalls, refuseWith, renderPart } from '../work-orders/test-screen.tsx';
import { AccountsScreen } from './AccountsScreen.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const account: Account = {
  id: 'staff-fenglei',
  account: 'fenglei',
  name: '冯磊',
  title: '经办人',
  orgName: '信访局',
  departmentName: null,
  roles: [{ code: 'handler', name: '经办人' }],
  disabled: false,
  locked: true,
  mustChangePassword: false,
  withoutPassword: false,
  lastSignInAt: null,
  can: ['disable', 'resetPassword', 'unlock'],
};
const pathOf = (path: string, id: string) => path.replace(':id', id);

/** Hovers the row of the account, so that its actions appear. */
const hoverRow = async () => fireEvent.mouseEnter(await screen.findByRole('row', { name: /fenglei/ }));

describe('accounts', () => {
  const disable = pathOf(accounts.disable.path, account.id);

  it('offers the actions that the server allows, and requires a reason before disabling', async () => {
    const calls = answerCalls({
      [`GET ${accounts.list.path}`]: () => ({ rows: [account], total: 1 }),
      [`POST ${disable}`]: () => ({ endedSessions: 1 }),
      [`GET ${pathOf(people.offboardingCheck.path, account.id)}`]: () => ({
        onlyTheirs: 3,
        more: false,
        handOverBy: [{ name: '沈洁', orgName: '信访局' }],
      }),
    });
    renderPart(<AccountsScreen />);
    expect(await screen.findByText('已锁定')).toBeDefined();
    expect(screen.getByText('近 30 天未登录')).toBeDefined();
    await hoverRow();
    fireEvent.click(screen.getByRole('button', { name: '更多' }));
    expect(screen.queryByRole('menuitem', { name: '启用' })).toBeNull();
    fireEvent.click(await screen.findByRole('menuitem', { name: '停用' }));
    expect(await screen.findByText(/有 3 件待办只能由.+办理，须移交：请办件管理员沈洁/)).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: '确认停用' }));
    expect(await screen.findByText('请输入原因')).toBeDefined();
    expect(calls.some(({ path }) => path === disable)).toBe(false);
    fireEvent.change(screen.getByLabelText('停用原因'), { target: { value: '调离' } });
    fireEvent.click(screen.getByRole('button', { name: '确认停用' }));
    expect(await screen.findByText('已停用账号 fenglei')).toBeDefined();
    expect(calls.find(({ path }) => path === disable)?.body).toEqual({ reason: '调离' });
  });

  it('shows the one-time password once, and closes only after confirmation that it was communicated', async () => {
    answerCalls({
      [`GET ${accounts.list.path}`]: () => ({ rows: [account], total: 1 }),
      [`POST ${pathOf(accounts.resetPassword.path, account.id)}`]: () => ({
        account: 'fenglei',
        oneTimePassword: 'Ab12@3456cdefg',
      }),
    });
    renderPart(<AccountsScreen />);
    await hoverRow();
    fireEvent.click(screen.getByRole('button', { name: '重置密码' }));
    fireEvent.click(await screen.findByRole('button', { name: '确认重置' }));
    expect(await screen.findByText('Ab12@3456cdefg')).toBeDefined();
    expect(screen.queryByRole('button', { name: '取消' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '我已告知本人' }));
    await waitFor(() => expect(screen.queryByText('Ab12@3456cdefg')).toBeNull());
  });

  it('shows why the server refuses, and stays open', async () => {
    answerCalls({
      [`GET ${accounts.list.path}`]: () => ({ rows: [account], total: 1 }),
      [`POST ${pathOf(accounts.unlock.path, account.id)}`]: () => refuseWith(40930, '该账号没有被锁定'),
    });
    renderPart(<AccountsScreen />);
    await hoverRow();
    fireEvent.click(screen.getByRole('button', { name: '解锁' }));
    fireEvent.click(await screen.findByRole('button', { name: '确认解锁' }));
    expect(await screen.findByText('该账号没有被锁定')).toBeDefined();
    expect(screen.getByRole('dialog')).toBeDefined();
  });
});
