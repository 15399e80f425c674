import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { officeGroups, officeHalls, officePosts, officeWindows } from '#contract/office-parts.ts';
import { organisations } from '#contract/organisations.ts';
import { ChoicePicker } from '#web/toolkit/pickers/ChoicePicker.tsx';
import { choiceSources } from '#web/toolkit/pickers/choice-sources.ts';
import { answerCalls, refuseWith, renderPart } from '../work-orders/test-screen.tsx';
import { PostsScreen } from './PostsScreen.tsx';
import { listOf, root } from './test-organisations.ts';
import { WindowsScreen } from './WindowsScreen.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('halls, windows, posts and user groups', () => {
  it('shows why something that came into use meanwhile cannot be deleted', async () => {
    answerCalls({
      [`GET ${officeHalls.list.path}`]: () => ({
        rows: [
          {
            id: 'hall',
            name: '政务大厅',
            sortBy: 1,
            orgId: 'x',
            orgName: '政务办',
            areaCode: '1',
            windows: 2,
          },
        ],
      }),
      [`GET ${officeWindows.list.path}`]: () => ({ rows: [] }),
      [`GET ${officeHalls.uses.path.replace(':id', 'hall')}`]: () => ({ uses: [] }),
      [`DELETE ${officeHalls.remove.path.replace(':id', 'hall')}`]: () =>
        refuseWith(40957, '“政务大厅”不能删除：仍有 2 个窗口'),
    });
    renderPart(<WindowsScreen />);
    expect(await screen.findByText('还没有窗口')).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: '删除 政务大厅' }));
    expect(await screen.findByText('没有人员、流程或办件用到。删除后不能恢复。')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '确认删除大厅' }));
    expect(await screen.findByText('“政务大厅”不能删除：仍有 2 个窗口')).toBeDefined();
  });

  it('shows what is missing in a new post of which nothing was filled in', async () => {
    const calls = answerCalls({
      [`GET ${officePosts.list.path}`]: () => ({ rows: [] }),
      [`GET ${officeGroups.list.path}`]: () => ({ rows: [] }),
      [`GET ${organisations.applications.path}`]: () => ({ rows: [], total: 0 }),
    });
    renderPart(<PostsScreen />);
    fireEvent.click(await screen.findByRole('button', { name: '新建岗位' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /保\s*存/ }));
    expect(await screen.findByText('请输入名称')).toBeTruthy();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('shows before the question what still uses a post, and links to its people', async () => {
    const row = { id: 'p1', name: '审查岗', sortBy: 4, orgId: null, orgName: null, people: 2 };
    const calls = answerCalls({
      [`GET ${officePosts.list.path}`]: () => ({ rows: [row] }),
      [`GET ${officePosts.uses.path.replace(':id', 'p1')}`]: () => ({
        uses: [
          { what: '名人员（含已停用的）', count: 2, isPeople: true },
          { what: '个流程版本', count: 1 },
        ],
      }),
      [`GET ${officeGroups.list.path}`]: () => ({ rows: [] }),
      [`GET ${organisations.applications.path}`]: () => ({ rows: [], total: 0 }),
    });
    renderPart(<PostsScreen />);
    fireEvent.click(await screen.findByRole('button', { name: '删除 审查岗' }));
    const dialog = await screen.findByRole('dialog', { name: '不能删除岗位 审查岗' });
    expect(dialog.textContent).toContain('仍在使用：2 名人员（含已停用的）、1 个流程版本。');
    expect(within(dialog).getByRole('link').getAttribute('href')).toBe('/business/accounts?positionId=p1');
    expect(within(dialog).queryByRole('button', { name: '确认删除岗位' })).toBeNull();
    expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  it('shows the import and export of halls in one menu', async () => {
    answerCalls({
      [`GET ${officeHalls.list.path}`]: () => ({ rows: [] }),
      [`GET ${officeWindows.list.path}`]: () => ({ rows: [] }),
    });
    renderPart(<WindowsScreen />);
    fireEvent.click(await screen.findByRole('button', { name: '更多大厅操作' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      '导入大厅',
      '导出大厅',
    ]);
    fireEvent.click(screen.getByRole('menuitem', { name: '导入大厅' }));
    expect(await screen.findByRole('dialog', { name: '导入大厅' })).toBeDefined();
  });

  it('shows only the windows of the chosen hall, and creates a new one in it', async () => {
    const hall = (id: string, name: string, windows: number) => ({
      id,
      name,
      sortBy: 1,
      orgId: 'x',
      orgName: '政务办',
      areaCode: '1',
      windows,
    });
    const windowRow = (id: string, hallId: string) => ({
      id,
      name: id,
      sortBy: 1,
      number: 'A01',
      hallId,
      hallName: '',
      people: 1,
    });
    const calls = answerCalls({
      [`GET ${officeHalls.list.path}`]: () => ({
        rows: [hall('h1', '政务大厅', 1), hall('h2', '接待中心', 1)],
      }),
      [`GET ${officeWindows.list.path}`]: () => ({ rows: [windowRow('甲', 'h1'), windowRow('乙', 'h2')] }),
      [`POST ${officeWindows.create.path}`]: () => ({ id: 'new' }),
    });
    renderPart(<WindowsScreen />);
    expect(await screen.findByRole('rowheader', { name: '甲' })).toBeDefined();
    expect(screen.queryByRole('rowheader', { name: '乙' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /^接待中心/ }));
    expect(screen.getByRole('button', { name: /^接待中心/ }).getAttribute('aria-current')).toBe('true');
    expect(screen.getByRole('rowheader', { name: '乙' })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '新建窗口' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText('名称'), { target: { value: '咨询窗口' } });
    fireEvent.change(within(dialog).getByLabelText(/窗口号/), { target: { value: 'B01' } });
    fireEvent.click(within(dialog).getByRole('button', { name: /保\s*存/ }));
    await waitFor(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true));
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      hallId: 'h2',
      number: 'B01',
    });
  });

  it('finds posts by name, code or organisation, and starts a new search for user groups', async () => {
    const post = { id: 'p1', name: '审查岗', sortBy: 4, orgId: null, orgName: null, people: 2 };
    answerCalls({
      [`GET ${officePosts.list.path}`]: () => ({
        rows: [post, { ...post, id: 'p2', name: '签批岗', orgName: '信访局' }],
      }),
      [`GET ${officeGroups.list.path}`]: () => ({
        rows: [{ id: 'g1', name: '核查组', sortBy: 1, applications: [], people: 2 }],
      }),
      [`GET ${organisations.applications.path}`]: () => ({ rows: [], total: 0 }),
    });
    renderPart(<PostsScreen />);
    const field = await screen.findByRole('textbox', { name: '查找岗位' });
    for (const keyword of ['签批', 'P2', '信访']) {
      fireEvent.change(field, { target: { value: keyword } });
      expect(screen.getByRole('rowheader', { name: '签批岗' })).toBeDefined();
      expect(screen.queryByRole('rowheader', { name: '审查岗' })).toBeNull();
    }
    fireEvent.change(field, { target: { value: '无此' } });
    expect(screen.getByText('没有找到岗位')).toBeDefined();
    fireEvent.click(screen.getByRole('tab', { name: /用户组/ }));
    expect(screen.getByRole('rowheader', { name: '核查组' })).toBeDefined();
  });

  it('shows codes only on request, and then in all lists and pickers', async () => {
    const post = { id: 'exam', name: '审查岗', sortBy: 4, orgId: null, orgName: null, people: 2 };
    answerCalls({
      [`GET ${officePosts.list.path}`]: () => ({ rows: [post] }),
      [`GET ${officeGroups.list.path}`]: () => ({ rows: [] }),
      [`GET ${organisations.applications.path}`]: () => ({ rows: [], total: 0 }),
      [`GET ${organisations.roles.path}`]: () => ({ rows: [{ code: 'handler', name: '经办人' }], total: 1 }),
    });
    renderPart(
      <>
        <PostsScreen />
        <ChoicePicker
          declared={choiceSources.role}
          value={[]}
          onConfirm={() => undefined}
          onCancel={() => undefined}
        />
      </>,
    );
    await screen.findByRole('rowheader', { name: '审查岗', hidden: true });
    const option = await screen.findByRole('option', { name: '经办人' });
    const switchBox = screen.getByRole('checkbox', { name: '显示编码', hidden: true });
    expect(screen.queryByText('编码')).toBeNull();
    expect(screen.queryByText('exam')).toBeNull();
    fireEvent.click(switchBox);
    expect(screen.getAllByText('编码')).toHaveLength(2);
    expect(screen.getByText('exam')).toBeDefined();
    expect(option.textContent).toBe('经办人handler');
    fireEvent.click(switchBox);
    expect(screen.queryByText('exam')).toBeNull();
  });

  it('names the post in a question, with its code only when another has the same name', async () => {
    const post = (id: string, name: string) => ({
      id,
      name,
      sortBy: 4,
      orgId: null,
      orgName: null,
      people: 2,
    });
    answerCalls({
      [`GET ${officePosts.list.path}`]: () => ({
        rows: [post('p1', '审查岗'), post('p2', '签批岗'), post('p3', '签批岗')],
      }),
      [`GET ${officeGroups.list.path}`]: () => ({ rows: [] }),
      [`GET ${organisations.applications.path}`]: () => ({ rows: [], total: 0 }),
    });
    renderPart(<PostsScreen />);
    fireEvent.click(await screen.findByRole('button', { name: '删除 审查岗' }));
    const dialog = await screen.findByRole('dialog', { name: '删除岗位 审查岗' });
    fireEvent.click(within(dialog).getByRole('button', { name: /取\s*消/ }));
    const [, secondButton] = screen.getAllByRole('button', { name: '删除 签批岗', hidden: true });
    fireEvent.click(secondButton as HTMLElement);
    expect(await screen.findByRole('dialog', { name: '删除岗位 签批岗（p3）' })).toBeDefined();
  });

  it('edits a post and sends only its own fields', async () => {
    const path = officePosts.change.path.replace(':id', 'p1');
    const calls = answerCalls({
      ...listOf(root),
      [`GET ${officePosts.list.path}`]: () => ({
        rows: [
          { id: 'p1', name: '审查岗', sortBy: 4, orgId: null, orgName: null, people: 2, digest: 'seen' },
        ],
      }),
      [`GET ${officeGroups.list.path}`]: () => ({ rows: [] }),
      [`GET ${organisations.applications.path}`]: () => ({ rows: [], total: 0 }),
      [`PUT ${path}`]: () => ({ id: 'p1' }),
    });
    renderPart(<PostsScreen />);
    fireEvent.click(await screen.findByRole('button', { name: '修改 审查岗' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText('名称'), { target: { value: '受理审查岗' } });
    fireEvent.click(within(dialog).getByRole('button', { name: /保\s*存/ }));
    await waitFor(() => expect(calls.some((call) => call.path === path)).toBe(true));
    expect(calls.find((call) => call.path === path)?.body).toEqual({
      name: '受理审查岗',
      sortBy: 4,
      orgId: null,
      digest: 'seen',
    });
  });
});
