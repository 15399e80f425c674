import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RoleDetail, roleEditing } from '#contract/role-editing.ts';
import { answerCalls, pressAgain, refuseWith, renderPart } from '../../work-orders/test-screen.tsx';
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
  digest: 'seen',
  deleteFault: '还有 3 人持有该角色（含已停用的账号），请先收回',
};
const answers = {
  [`GET ${roleEditing.menus.path}`]: () => ({
    groups: [
      {
        title: '工作门户',
        menus: [
          { id: 'todo', code: 'todo', title: '待办事项' },
          { id: 'm-audit', code: 'audit', title: '审计记录' },
        ],
      },
    ],
  }),
  [`GET ${path}`]: () => role,
};

describe('role editor', () => {
  it('saves selected permissions, warns about mixed kinds, and disables deletion while a person has the role', async () => {
    const calls = answerCalls({ ...answers, [`PUT ${path}`]: () => ({}) });
    const onClose = vi.fn();
    renderPart(
      <RoleEditDialog usedCodes={[]} edited={{ mode: 'edit', code: 'handler' }} onClose={onClose} />,
    );
    const removeButton = (await screen.findByRole('button', { name: '删除' })) as HTMLButtonElement;
    expect(removeButton.disabled).toBe(true);
    expect(screen.queryByText(/请分成两个角色/)).toBeNull();
    fireEvent.click(screen.getByLabelText('查看审计记录'));
    expect(screen.getByText(/请分成两个角色/)).toBeDefined();
    fireEvent.click(await screen.findByLabelText('待办事项'));
    fireEvent.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      name: '经办人',
      permissions: ['work-order:handle', 'audit:read'],
      menus: [],
      digest: 'seen',
    });
  });

  it('finds choices, checks a whole group, and counts what is chosen', async () => {
    answerCalls(answers);
    renderPart(
      <RoleEditDialog usedCodes={[]} edited={{ mode: 'edit', code: 'handler' }} onClose={() => undefined} />,
    );
    expect(await screen.findByText('已选权限 1 项、菜单 1 项')).toBeDefined();
    fireEvent.click(screen.getByLabelText('全选档案权限'));
    expect(screen.getByText('已选权限 3 项、菜单 1 项')).toBeDefined();
    expect(screen.getByLabelText('查阅档案').getAttribute('aria-describedby')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('查找权限或菜单'), { target: { value: '审计' } });
    expect(screen.queryByLabelText('查阅档案')).toBeNull();
    fireEvent.click(await screen.findByLabelText('全选菜单：工作门户'));
    expect(screen.getByText('已选权限 3 项、菜单 2 项')).toBeDefined();
    fireEvent.change(screen.getByLabelText('查找权限或菜单'), { target: { value: '没有这一项' } });
    expect(screen.getByText('没有符合的权限或菜单')).toBeDefined();
  });

  it('keeps the selection after a concurrent save, shows the other changes, and saves over them', async () => {
    let serverRow: RoleDetail = role;
    const calls = answerCalls({
      ...answers,
      [`GET ${path}`]: () => serverRow,
      [`PUT ${path}`]: ({ body }) =>
        (body as { digest: string }).digest === serverRow.digest
          ? {}
          : refuseWith(40958, '数据已变动，请重新打开'),
    });
    const onClose = vi.fn();
    renderPart(
      <RoleEditDialog usedCodes={[]} edited={{ mode: 'edit', code: 'handler' }} onClose={onClose} />,
    );
    fireEvent.click(await screen.findByLabelText('待办事项'));
    fireEvent.change(screen.getByLabelText('角色名称'), { target: { value: '承办人' } });
    serverRow = { ...role, name: '办理人', permissions: [], menus: ['todo', 'm-audit'], digest: 'newer' };
    fireEvent.click(screen.getByRole('button', { name: '保存' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('数据已变动');
    expect(document.activeElement).toBe(alert);
    expect(alert.textContent).toContain('角色名称：经办人 → 办理人（您也改了这一项，保存后以您填写的为准）');
    expect(alert.textContent).toContain('权限：办理办件 → 无');
    expect(alert.textContent).toContain('菜单：待办事项 → 待办事项、审计记录');
    expect(onClose).not.toHaveBeenCalled();
    await pressAgain(() => screen.getByRole('button', { name: /保存$/ }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(calls.findLast(({ method }) => method === 'PUT')?.body).toEqual({
      name: '承办人',
      permissions: [],
      menus: ['m-audit'],
      digest: 'newer',
    });
  });

  it('names a permission without a page, and shows the server’s problems with the menus', async () => {
    const problems = [{ field: 'menus', message: '修改后没有人能打开“审计记录”页面' }];
    answerCalls({ ...answers, [`PUT ${path}`]: () => refuseWith(400, '请检查并完善以下信息', problems) });
    renderPart(
      <RoleEditDialog usedCodes={[]} edited={{ mode: 'edit', code: 'handler' }} onClose={() => undefined} />,
    );
    const page = await screen.findByLabelText('审计记录');
    fireEvent.click(screen.getByLabelText('查看审计记录'));
    expect(screen.getByText(/“查看审计记录”没有选对应的菜单/)).toBeDefined();
    fireEvent.click(page);
    expect(screen.queryByText(/没有选对应的菜单/)).toBeNull();
    fireEvent.click(page);
    fireEvent.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('修改后没有人能打开“审计记录”页面')).toBeDefined();
  });

  it('asks for the name of a new role without a call', async () => {
    const calls = answerCalls(answers);
    renderPart(<RoleEditDialog usedCodes={[]} edited={{ mode: 'new' }} onClose={() => undefined} />);
    fireEvent.click(await screen.findByRole('button', { name: '保存' }));
    expect(await screen.findByText('请输入角色名称')).toBeDefined();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('copies a role under another name and code, and shows a problem at its field', async () => {
    const problems = [{ field: 'code', message: '编码“handler”已被使用' }];
    const calls = answerCalls({
      ...answers,
      [`POST ${roleEditing.create.path}`]: () => refuseWith(400, '请检查并完善以下信息', problems),
    });
    renderPart(
      <RoleEditDialog usedCodes={[]} edited={{ mode: 'copy', code: 'handler' }} onClose={() => undefined} />,
    );
    fireEvent.change(await screen.findByLabelText('角色名称'), { target: { value: '督查员' } });
    fireEvent.change(screen.getByLabelText('编码'), { target: { value: 'handler' } });
    fireEvent.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('编码“handler”已被使用')).toBeDefined();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      code: 'handler',
      name: '督查员',
      permissions: ['work-order:handle'],
      menus: ['todo'],
    });
  });
});
