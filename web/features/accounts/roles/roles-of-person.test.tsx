import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { roles } from '#contract/accounts.ts';
import { grants, type RoleGrantee } from '#contract/people.ts';
import { answerCalls, pressAgain, refuseWith, renderPart } from '../../work-orders/test-screen.tsx';
import { StaffRolesScreen } from './StaffRolesScreen.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('roles of people', () => {
  const row: RoleGrantee = {
    id: 'p1',
    account: 'lina',
    name: '李娜',
    title: '科员',
    orgName: '信访局',
    departmentName: null,
    roles: [],
    disabled: false,
    mustChangePassword: false,
    fault: null,
    asksIdCard: false,
    separatesDuties: false,
    digest: 'seen',
  };
  const role = (code: string, name: string, permission: string, runsPortal: boolean) => ({
    code,
    name,
    permissions: [{ code: permission, name: permission }],
    menus: [],
    holders: 1,
    runsPortal,
  });
  const answers = {
    [`GET ${grants.list.path}`]: () => ({
      rows: [row, { ...row, id: 'me', account: 'dongmei', name: '董梅', fault: '不能改变自己的角色' }],
      total: 2,
      without: 1,
    }),
    [`GET ${roles.list.path}`]: () => ({
      rows: [
        role('handler', '经办人', 'work-order:handle', false),
        role('audit-admin', '审计管理员', 'audit:read', true),
      ],
      total: 2,
    }),
  };

  it('are saved with a notice of the order permissions that an administrator role disables', async () => {
    const set = grants.set.path.replace(':id', 'p1');
    const calls = answerCalls({ ...answers, [`PUT ${set}`]: () => ({}) });
    renderPart(<StaffRolesScreen />);
    expect(await screen.findByText(/有 1 人未授予角色/)).toBeDefined();
    fireEvent.mouseEnter(await screen.findByRole('row', { name: /lina/ }));
    fireEvent.click(screen.getByRole('button', { name: '设置角色' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(await within(dialog).findByLabelText('经办人'));
    expect(within(dialog).queryByRole('status')).toBeNull();
    fireEvent.click(within(dialog).getByLabelText('审计管理员（管理类）'));
    expect(within(dialog).getByRole('status').textContent).toContain('所选角色中的办件权限因此不起作用');
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
        roles: ['handler', 'audit-admin'],
        digest: 'seen',
      }),
    );
  });

  it('show what another person set first, and do not restore a role that was removed there', async () => {
    const set = grants.set.path.replace(':id', 'p1');
    const newerRow = { ...row, roles: [{ code: 'audit-admin', name: '审计管理员' }], digest: 'newer' };
    const calls = answerCalls({
      ...answers,
      [`GET ${grants.list.path}`]: () => ({
        rows: [
          {
            ...row,
            roles: [
              { code: 'audit-admin', name: '审计管理员' },
              { code: 'gone', name: '旧' },
            ],
          },
        ],
        total: 1,
        without: 0,
      }),
      [`GET ${set}`]: () => newerRow,
      [`PUT ${set}`]: ({ body }) =>
        (body as { digest: string }).digest === 'newer' ? {} : refuseWith(40958, '数据已变动，请重新打开'),
    });
    renderPart(<StaffRolesScreen />);
    fireEvent.mouseEnter(await screen.findByRole('row', { name: /lina/ }));
    fireEvent.click(screen.getByRole('button', { name: '设置角色' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(await within(dialog).findByLabelText('经办人'));
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain(
      '角色：审计管理员、gone → 审计管理员',
    );
    await pressAgain(() => within(dialog).getByRole('button', { name: /保存$/ }));
    await waitFor(() =>
      expect(calls.findLast(({ method }) => method === 'PUT')?.body).toEqual({
        roles: ['audit-admin', 'handler'],
        digest: 'newer',
      }),
    );
  });

  it('require the identity number on record for operator roles', async () => {
    const set = grants.set.path.replace(':id', 'p1');
    let problems = false;
    const calls = answerCalls({
      ...answers,
      [`GET ${grants.list.path}`]: () => ({ rows: [{ ...row, asksIdCard: true }], total: 1, without: 1 }),
      [`PUT ${set}`]: () => {
        if (problems) return {};
        problems = true;
        return refuseWith(400, '请检查并完善以下信息', [{ field: 'idCard', message: '与登记的不一致' }]);
      },
    });
    renderPart(<StaffRolesScreen />);
    fireEvent.mouseEnter(await screen.findByRole('row', { name: /lina/ }));
    fireEvent.click(screen.getByRole('button', { name: '设置角色' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(await within(dialog).findByLabelText('经办人'));
    expect(within(dialog).queryByLabelText('核对身份证号')).toBeNull();
    expect(within(dialog).getByText('保存后立即生效，不必重新登录。')).toBeDefined();
    fireEvent.click(within(dialog).getByLabelText('审计管理员（管理类）'));
    expect(within(dialog).getByText('保存后立即生效，本人须重新登录。')).toBeDefined();
    const field = within(dialog).getByLabelText('核对身份证号');
    fireEvent.change(field, { target: { value: ' 33012719900101108X ' } });
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }));
    expect(await within(dialog).findByText('与登记的不一致')).toBeDefined();
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      roles: ['handler', 'audit-admin'],
      digest: 'seen',
      idCard: '33012719900101108X',
    });
    fireEvent.change(field, { target: { value: '330127199306089961' } });
    expect(await within(dialog).findByText('按本人出示的身份证填写，与账号登记的一致才能授予')).toBeDefined();
    fireEvent.click(await within(dialog).findByRole('button', { name: /保存$/ }));
    await waitFor(() => expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(2));
  });

  it('say at the selected role that administrator duties are kept apart, and are not saved', async () => {
    answerCalls({
      ...answers,
      [`GET ${grants.list.path}`]: () => ({
        rows: [{ ...row, separatesDuties: true }],
        total: 1,
        without: 1,
      }),
      [`GET ${roles.list.path}`]: () => ({
        rows: [
          role('system-admin', '系统管理员', 'staff:manage', true),
          role('audit-admin', '审计管理员', 'audit:read', true),
        ],
        total: 2,
      }),
    });
    renderPart(<StaffRolesScreen />);
    fireEvent.click(
      within(await screen.findByRole('row', { name: /lina/ })).getByRole('button', { name: '设置角色' }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    const save = () => dialog.getByRole<HTMLButtonElement>('button', { name: /^保 ?存$/ });
    fireEvent.click(await dialog.findByLabelText('系统管理员（管理类）'));
    expect(dialog.queryByRole('alert')).toBeNull();
    expect(save().disabled).toBe(false);
    fireEvent.click(dialog.getByLabelText('审计管理员（管理类）'));
    const alert = dialog.getByRole('alert');
    expect(alert.closest('li')?.textContent).toContain('审计管理员');
    expect(alert.textContent).toContain('修改后此人兼有系统管理、安全审计');
    expect(save().disabled).toBe(true);
    fireEvent.click(dialog.getByLabelText('审计管理员（管理类）'));
    expect(save().disabled).toBe(false);
  });

  it('cannot be edited for oneself', async () => {
    answerCalls(answers);
    renderPart(<StaffRolesScreen />);
    fireEvent.mouseEnter(await screen.findByRole('row', { name: /dongmei/ }));
    expect(within(screen.getByRole('row', { name: /dongmei/ })).queryByRole('button')).toBeNull();
  });
});
