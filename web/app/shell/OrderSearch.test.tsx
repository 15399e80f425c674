import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { roles } from '#contract/accounts.ts';
import { catalogue } from '#contract/catalogue.ts';
import { items } from '#contract/items.ts';
import { menus } from '#contract/menus.ts';
import { officeOrganisations } from '#contract/office-organisations.ts';
import { orderQuery, type SearchedOrder } from '#contract/order-query.ts';
import { organisations } from '#contract/organisations.ts';
import { grants } from '#contract/people.ts';
import { session } from '#contract/session.ts';
import { answerCalls, renderPart } from '#web/features/work-orders/test-screen.tsx';
import { recordRecentOrder } from '#web/toolkit/page/recent-orders.ts';
import { OrderSearch } from './OrderSearch.tsx';

const searchedOrder = (code: string, task: number | null): Partial<SearchedOrder> => ({
  id: code,
  code,
  title: `电梯停用 ${code}`,
  itemName: '群众来信办理',
  applicantWord: '信访人',
  applicantName: '**根',
  nodeName: '收件',
  status: 2,
  statusLabel: '待收件',
  endedAt: '2026-03-02T02:00:00.000Z',
  traceId: task === null ? null : `${code}.${task}`,
});

const entry = (url: string, title: string) => ({ id: url, code: url, title, url, icon: null, children: [] });

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

function show(rows: readonly Partial<SearchedOrder>[], total = rows.length) {
  const sent = answerCalls({
    [`GET ${orderQuery.search.path}`]: () => ({ rows, total }),
    [`GET ${menus.userMenus.path}`]: () => [
      {
        ...entry('', '工作门户'),
        children: [entry('/query/all', '综合查询'), entry('/workflow-new', '新建办件')],
      },
    ],
    [`GET ${session.currentUser.path}`]: () => ({ id: 'me', permissions: [] }),
    [`GET ${catalogue.itemPage.path}`]: () => ({
      rows: [{ taskCode: 'letter', name: '电梯投诉', categoryName: '信访' }],
      total: 1,
    }),
    [`GET ${organisations.pickStaff.path}`]: () => ({ rows: [], total: 0, barred: 0 }),
  });
  const { router } = renderPart(<OrderSearch />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: '查找办件' });
  const type = (value: string) => {
    field.focus();
    fireEvent.change(field, { target: { value } });
  };
  const enter = () => field.form && fireEvent.submit(field.form);
  const requests = () => sent.filter(({ path }) => path === orderQuery.search.path);
  return { sent, requests, router, field, type, enter };
}

test('searches after a pause in typing, groups results by kind and marks the matches', async () => {
  const { requests, type } = show([searchedOrder('2026000001', 2), searchedOrder('2026000002', null)], 9);
  type('电梯');
  expect(requests()).toEqual([]);
  const list = await screen.findByRole('list', { name: '找到的办件' });
  expect(requests().map(({ query }) => query.get('keyword'))).toEqual(['电梯']);
  expect([...list.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/affair/detail/2026000001?traceId=2026000001.2',
    '/affair/detail/2026000002',
  ]);
  expect(list.querySelectorAll('mark')).toHaveLength(2);
  expect(list.textContent).toContain('信访人 **根');
  expect(screen.getByRole('link', { name: '在综合查询中查看全部 9 件' }).getAttribute('href')).toBe(
    `/query/all?${new URLSearchParams({ titleWords: '电梯' })}`,
  );
  await screen.findByRole('list', { name: '事项' });
  fireEvent.click(screen.getByRole('button', { name: '事项 1' }));
  expect(screen.queryByRole('list', { name: '找到的办件' })).toBeNull();
});

test('Enter opens the first result, arrow keys move through the results and Escape closes them', async () => {
  const { router, field, type, enter } = show([
    searchedOrder('2026000001', null),
    searchedOrder('2026000002', null),
  ]);
  type('电梯');
  const [first, second] = await screen.findAllByRole('link', { name: /电梯停用/ });
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(first);
  fireEvent.keyDown(document.activeElement ?? field, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(second);
  fireEvent.keyDown(document.activeElement ?? field, { key: 'Escape' });
  expect(screen.queryByRole('link')).toBeNull();
  expect(document.activeElement).toBe(field);
  type('电梯 ');
  await screen.findAllByRole('link', { name: /电梯停用/ });
  enter();
  await waitFor(() => expect(router.state.location.pathname).toBe('/affair/detail/2026000001'));
});

test('Ctrl+Enter opens the first result in a new window', async () => {
  const open = vi.fn();
  vi.stubGlobal('open', open);
  const { field, type } = show([searchedOrder('2026000001', null)]);
  type('电梯');
  await screen.findAllByRole('link', { name: /电梯停用/ });
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  expect(open).toHaveBeenCalledWith('/affair/detail/2026000001', '_blank', 'noopener');
});

test('a complete order code opens that order without a search', async () => {
  const { router, requests, type, enter } = show([]);
  type('2026000009');
  enter();
  await waitFor(() => expect(router.state.location.pathname).toBe('/affair/detail/2026000009'));
  expect(requests()).toEqual([]);
});

test('an empty search lists the orders this person opened last, and clears them on request', async () => {
  recordRecentOrder('me', { code: '2026000003', title: '路灯不亮', at: '2026-03-02T02:00:00.000Z' });
  recordRecentOrder('other', { code: '2026000004', title: '别人的', at: '2026-03-02T02:00:00.000Z' });
  const { field } = show([]);
  fireEvent.focus(field);
  expect(await screen.findByRole('link', { name: /2026000003.*路灯不亮/ })).toBeTruthy();
  expect(screen.queryByText(/别人的/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '清除' }));
  expect(screen.queryByText(/路灯不亮/)).toBeNull();
});

test('a button opens the search where the field does not fit and focuses it, and 取消 closes it', async () => {
  const { field, type } = show([searchedOrder('2026000001', 2)]);
  fireEvent.click(screen.getByRole('button', { name: '查找' }));
  expect(document.activeElement).toBe(field);
  expect(field.closest('search')?.dataset.open).toBe('true');
  type('电梯');
  await screen.findByText(/找到 \d+ 条/);
  fireEvent.click(screen.getByRole('button', { name: '取消' }));
  expect(field.closest('search')?.dataset.open).toBeUndefined();
  expect(field.value).toBe('');
});

test('asks only for what an administrator may see, and says so', async () => {
  const sent = answerCalls({
    [`GET ${menus.userMenus.path}`]: () => [
      { ...entry('', '业务中台'), children: [entry('/business/audit', '审计记录')] },
    ],
    [`GET ${session.currentUser.path}`]: () => ({ id: 'auditor', permissions: ['audit:read'] }),
  });
  const { router } = renderPart(<OrderSearch />);
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: '查找菜单' });
  expect(field.placeholder).toBe('菜单名称');
  field.focus();
  expect(await screen.findByText('输入菜单名称，至少两个字。')).toBeDefined();
  fireEvent.change(field, { target: { value: '审计' } });
  expect(await screen.findByRole('link', { name: /审计记录/ })).toBeDefined();
  fireEvent.change(field, { target: { value: '2026000009' } });
  if (field.form) fireEvent.submit(field.form);
  expect(await screen.findByText('没有找到“2026000009”')).toBeDefined();
  expect(router.state.location.pathname).not.toContain('detail');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent.map(({ path }) => path)).not.toContain(orderQuery.search.path);
});

test('finds menus of an administrator by pinyin and initials, and the records that they administer', async () => {
  const sent = answerCalls({
    [`GET ${menus.userMenus.path}`]: () => [
      {
        ...entry('', '业务中台'),
        children: [entry('/business/items', '事项'), entry('/business/document-numbers', '文号')],
      },
    ],
    [`GET ${menus.spellings.path}`]: () => [
      { id: '/business/items', pinyin: 'shi xiang' },
      { id: '/business/document-numbers', pinyin: 'wen hao' },
    ],
    [`POST ${organisations.pinyin.path}`]: () => ({ pinyin: ['qun zhong lai xin ban li|zhi'] }),
    [`GET ${items.list.path}`]: () => ({
      rows: [{ taskCode: 'letter', name: '群众来信办理', categoryName: '信访' }],
      categories: [],
    }),
    [`GET ${session.currentUser.path}`]: () => ({ id: 'xiaohan', permissions: ['item:publish'] }),
  });
  renderPart(<OrderSearch />);
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: '查找事项、菜单' });
  field.focus();
  for (const text of ['wenhao', 'wh', '文号']) {
    fireEvent.change(field, { target: { value: text } });
    expect((await screen.findByRole('link', { name: /文号/ })).getAttribute('href')).toBe(
      '/business/document-numbers',
    );
    fireEvent.change(field, { target: { value: '' } });
    await waitFor(() => expect(screen.queryByRole('link', { name: /文号/ })).toBeNull());
  }
  for (const text of ['来信', 'qzlx', 'laixin banzhi', '众信']) {
    fireEvent.change(field, { target: { value: text } });
    expect((await screen.findByRole('link', { name: /群众来信办理/ })).getAttribute('href')).toBe(
      '/business/items/letter',
    );
    fireEvent.change(field, { target: { value: '' } });
    await waitFor(() => expect(screen.queryByRole('link', { name: /群众来信办理/ })).toBeNull());
  }
  fireEvent.change(field, { target: { value: 'qzlx' } });
  await screen.findByRole('link', { name: /群众来信办理/ });
  expect(screen.getByRole('button', { name: '事项 1' })).toBeDefined();
  expect(screen.getByText('只查找事项、菜单')).toBeDefined();
  expect(sent.map(({ path }) => path)).not.toContain(catalogue.itemPage.path);
});

test('finds people with their roles, roles and organisations for their administrators', async () => {
  const person = { account: 'liuyang', name: '刘洋', roles: [{ code: 'handler', name: '经办人' }] };
  answerCalls({
    [`GET ${menus.userMenus.path}`]: () => [
      {
        ...entry('', '业务中台'),
        children: [
          entry('/business/organisations', '机构'),
          entry('/business/staff-roles', '人员角色'),
          entry('/business/roles', '角色'),
        ],
      },
    ],
    [`GET ${officeOrganisations.list.path}`]: () => ({
      rows: [
        { id: '1', name: '淳安县', parent: null },
        { id: '2', name: '刘家镇信访局', parent: '1' },
      ],
    }),
    [`GET ${grants.list.path}`]: () => ({ rows: [person], total: 1 }),
    [`GET ${roles.list.path}`]: () => ({
      rows: [{ code: 'handler', name: '刘氏专用', holders: 2 }],
      total: 1,
    }),
    [`GET ${session.currentUser.path}`]: () => ({ id: 'dongmei', permissions: ['role:manage'] }),
  });
  renderPart(<OrderSearch />);
  const field = await screen.findByRole<HTMLInputElement>('textbox', {
    name: '查找机构、人员角色、角色、菜单',
  });
  field.focus();
  fireEvent.change(field, { target: { value: '刘家' } });
  const links = await screen.findAllByRole('link');
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(3));
  expect(links[0]?.getAttribute('href')).toBe('/business/organisations?id=2');
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/business/organisations?id=2',
    '/business/staff-roles?keyword=liuyang',
    `/business/roles?${new URLSearchParams({ keyword: '刘氏专用' })}`,
  ]);
});
