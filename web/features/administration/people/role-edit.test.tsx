import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RoleDetail, roleEditing } from '#contract/role-editing.ts';
import { answerCalls, refuseWith, renderPart } from '../../work-orders/test-screen.tsx';
import { RoleEditDialog } from './RoleEditDialog.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const path = roleEditing.detail.path.replace(':code', 'handler');
const role: RoleDetail = {
  code: 'handler',
  name: '经办人',
  permissions: ['work-order:handle'],
  menus: ['todo'],
  isOwn: false,
  deleteFault: '还有 3 人持有该角色（含已停用的账号），请先收回',
};
const answers = {
  [`GET ${roleEditing.menus.path}`]: () => ({
    groups: [{ title: '工作门户', menus: [{ id: 'todo', title: '待办事项' }] }],
  }),
  [`GET ${path}`]: () => role,
};

describe('a role', () => {
  it('is changed by ticks, says where both kinds are mixed, and is not deleted while somebody has it', async () => {
    const sent = answerCalls({ ...answers, [`PUT ${path}`]: () => ({}) });
    const closed = vi.fn();
    renderPart(<RoleEditDialog edited={{ mode: 'edit', code: 'handler' }} onClose={closed} />);
    const remove = (await screen.findByRole('button', { name: '删除' })) as HTMLButtonElement;
    expect(remove.disabled).toBe(true);
    expect(screen.queryByText(/请分成两个角色/)).toBeNull();
    fireEvent.click(screen.getByLabelText('查看审计记录'));
    expect(screen.getByText(/请分成两个角色/)).toBeDefined();
    fireEvent.click(await screen.findByLabelText('待办事项'));
    fireEvent.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
      name: '经办人',
      permissions: ['work-order:handle', 'audit:read'],
      menus: [],
    });
  });

  it('is copied under another name and code, and says what is wrong at its field', async () => {
    const problems = [{ field: 'code', message: '编码“handler”已被使用' }];
    const sent = answerCalls({
      ...answers,
      [`POST ${roleEditing.create.path}`]: () => refuseWith(400, '请检查并完善以下信息', problems),
    });
    renderPart(<RoleEditDialog edited={{ mode: 'copy', code: 'handler' }} onClose={() => undefined} />);
    fireEvent.change(await screen.findByLabelText('角色名称'), { target: { value: '督查员' } });
    fireEvent.change(screen.getByLabelText('角色编码'), { target: { value: 'handler' } });
    fireEvent.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('编码“handler”已被使用')).toBeDefined();
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      code: 'handler',
      name: '督查员',
      permissions: ['work-order:handle'],
      menus: ['todo'],
    });
  });
});
