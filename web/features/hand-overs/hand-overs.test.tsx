import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  type HandOver,
  type HandOverPreview,
  type HandOverTask,
  handOvers,
  type UnattendedCandidate,
  type UnattendedTask,
} from '#contract/hand-overs.ts';
import { type Answers, answerCalls, refuseWith, renderPart } from '../work-orders/test-screen.tsx';
import { HandOverDialog } from './HandOverDialog.tsx';
import { HandOverProgressDialog } from './HandOverProgressDialog.tsx';
import { HandOversScreen } from './HandOversScreen.tsx';
import { notesOf } from './hand-over-texts.ts';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const fromPerson = { id: 'staff-xujun', name: '徐军', orgName: '信访局' };
const preview: HandOverPreview = {
  from: { ...fromPerson, inOffice: false },
  items: [{ taskCode: 'petition-letter', itemName: '群众来信办理', open: 2, held: 1, seats: 1 }],
  total: 4,
  more: false,
  cannot: [],
  faults: [],
  twice: 0,
  shared: 1,
  byPosts: 0,
  drafts: 2,
  rules: [],
  views: [{ id: 'v1', name: '电梯件' }],
  unfinishedId: null,
};
const id = 'h1';
const path = (endpoint: { path: string }) => endpoint.path.replace(':id', id);
const task: HandOverTask = {
  traceId: '00000000-0000-4000-8000-000000000001.3',
  workorderCode: '2026000001',
  title: '反映道路破损',
  taskCode: 'petition-letter',
  itemName: '群众来信办理',
  nodeName: '受理审查',
  receiverName: '胡东',
  state: 'waiting',
  reason: '',
  settledAt: null,
};
const counts = { total: 2, waiting: 2, moved: 0, gone: 0, failed: 0 };
const handOver: HandOver = {
  id,
  from: fromPerson,
  receiverNames: ['胡东'],
  reason: '调离',
  startedByName: '沈洁',
  startedAt: '2026-11-20T02:00:00.000Z',
  ...counts,
};

async function chooseDepartingPerson(answers: Answers) {
  const calls = answerCalls({
    [`GET ${handOvers.people.path}`]: () => ({ rows: [{ ...fromPerson, inOffice: false }] }),
    ...answers,
  });
  const onStarted = vi.fn();
  renderPart(<HandOverDialog onStarted={onStarted} onClose={vi.fn()} />);
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '移交人' }));
  const options = await screen.findAllByText(/^徐军\s*信访局（已停用）$/);
  fireEvent.click(options.at(-1) as HTMLElement);
  return { calls, onStarted };
}

it('previews which tasks move and which stay, and shows problems at their fields', async () => {
  const { calls, onStarted } = await chooseDepartingPerson({
    [`POST ${handOvers.preview.path}`]: () => preview,
    [`POST ${handOvers.start.path}`]: () =>
      refuseWith(40001, '输入有误', [
        { field: 'receiverId', message: '请选择接收人' },
        { field: 'reason', message: '请填写移交原因' },
      ]),
  });
  const start = await screen.findByRole('button', { name: '开始移交 4 件' });
  const row = screen.getByRole('row', { name: /群众来信办理/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['群众来信办理', '2', '1', '1', '同上']);
  expect(screen.getByText('2 份草稿只有徐军本人能看到，不移交。')).toBeTruthy();
  await waitFor(() => expect(start).toHaveProperty('disabled', false));
  fireEvent.click(start);
  expect(await screen.findByText('请选择接收人')).toBeTruthy();
  expect(screen.getByText('请填写移交原因')).toBeTruthy();
  expect(onStarted).not.toHaveBeenCalled();
  expect(calls.find((call) => call.path === handOvers.start.path)?.body).toMatchObject({
    fromId: 'staff-xujun',
    receiverId: '',
  });
});

it('shows the tasks that the receiver cannot handle, and links to an unfinished hand-over', async () => {
  const { onStarted } = await chooseDepartingPerson({
    [`POST ${handOvers.preview.path}`]: () => ({
      ...preview,
      unfinishedId: id,
      cannot: [{ ...task, reason: '“胡东”发起了会签或已表态，不能再办理会签' }],
    }),
  });
  expect(await screen.findByText(/2026000001 反映道路破损（受理审查）：“胡东”发起了会签/)).toBeTruthy();
  expect(screen.getByRole('button', { name: '开始移交' })).toHaveProperty('disabled', true);
  expect(screen.getByText('上一次移交尚未完成，请先继续')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '查看并继续' }));
  expect(onStarted).toHaveBeenCalledWith(id);
});

const unattendedCandidates: UnattendedCandidate[] = [
  { key: 'staff:staff-zengli', name: '曾丽', orgName: '市场监管局', inOffice: false, count: 3, leavers: [] },
  {
    key: 'position:proposal-signer',
    name: '提案签批',
    orgName: null,
    inOffice: false,
    count: 6,
    leavers: [],
  },
  {
    key: 'position:reviewer',
    name: '许可复审岗',
    orgName: null,
    inOffice: false,
    count: 2,
    leavers: [{ id: 'staff-pengbo', name: '彭波', orgName: '市场监管局' }],
  },
];
const { traceId, workorderCode, title, taskCode, itemName, nodeName } = task;
const unattendedTask: UnattendedTask = {
  ...{ traceId, workorderCode, title, taskCode, itemName, nodeName },
  startTime: '2026-11-19T02:00:00.000Z',
  candidateNames: ['曾丽'],
};

it('shows above the list the work without a handler, and opens a hand-over for one person or for all', async () => {
  const calls = answerCalls({
    [`GET ${handOvers.page.path}`]: () => ({ rows: [], total: 0 }),
    [`GET ${handOvers.people.path}`]: () => ({ rows: [] }),
    [`GET ${handOvers.unattended.path}`]: () => ({
      rows: [unattendedTask],
      total: 9,
      more: false,
      addressees: unattendedCandidates,
    }),
    [`POST ${handOvers.preview.path}`]: () => ({
      ...preview,
      from: null,
      total: 9,
      drafts: 0,
      faults: [{ field: 'receiverId', message: '“田野”没有办理权限，不能接收' }],
    }),
  });
  renderPart(<HandOversScreen />);
  expect(
    await screen.findByText(
      '有 9 件待办无人可办：曾丽（已停用） 3 件、“提案签批”（没有在职人员） 6 件、“许可复审岗”（彭波已停用） 2 件。',
    ),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '查看并移交' }));
  const dialog = await screen.findByRole('dialog', { name: '无人可办的待办（9 件）' });
  expect(within(dialog).getByRole('link', { name: workorderCode }).getAttribute('href')).toBe(
    `/affair/detail/${workorderCode}`,
  );
  expect(within(dialog).getAllByRole('button', { name: /^移交.*的工作$/ })).toHaveLength(2);
  fireEvent.click(within(dialog).getByRole('button', { name: '全部移交' }));
  await screen.findByRole('dialog', { name: '移交无人可办的待办' });
  expect(screen.queryByRole('combobox', { name: '移交人' })).toBeNull();
  expect(await screen.findByText('“田野”没有办理权限，不能接收')).toBeTruthy();
  expect(await screen.findByRole('button', { name: '开始移交 9 件' })).toBeTruthy();
  expect(calls.find((call) => call.path === handOvers.preview.path)?.body).toMatchObject({
    unattended: true,
    fromId: '',
  });
});

it('shows no notice when all work has a handler', async () => {
  answerCalls({
    [`GET ${handOvers.page.path}`]: () => ({ rows: [], total: 0 }),
    [`GET ${handOvers.unattended.path}`]: () => ({ rows: [], total: 0, more: false, addressees: [] }),
  });
  renderPart(<HandOversScreen />);
  expect(await screen.findByText('没有工作移交')).toBeTruthy();
  expect(screen.queryByText(/无人可办/)).toBeNull();
});

it('moves until nothing is waiting, shows the outcome of each row, and retries failed rows', async () => {
  let moved = 0;
  const calls = answerCalls({
    [`GET ${path(handOvers.detail)}`]: () => ({
      ...handOver,
      waiting: 2 - moved,
      moved: Math.min(moved, 1),
      failed: moved > 1 ? 1 : 0,
      tasks: [
        { ...task, state: moved > 0 ? 'moved' : 'waiting' },
        {
          ...task,
          traceId: task.traceId.replace('.3', '.4'),
          state: moved > 1 ? 'failed' : 'waiting',
          reason: moved > 1 ? '“胡东”无人在岗' : '',
        },
      ],
    }),
    [`POST ${path(handOvers.move)}`]: () => {
      moved = Math.min(moved + 1, 2);
      return { ...counts, waiting: 2 - moved };
    },
  });
  renderPart(<HandOverProgressDialog id={id} startsAtOnce onClose={vi.fn()} />);
  expect(await screen.findByText('“胡东”无人在岗')).toBeTruthy();
  expect(screen.getByText('已处理 2 / 2 件')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: '重试未移交 1 件' }));
  const moves = () => calls.filter((call) => call.path === path(handOvers.move)).map(({ body }) => body);
  await waitFor(() => expect(moves()).toEqual([{ again: false }, { again: false }, { again: true }]));
});

it('stops when the connection breaks, and continues on request', async () => {
  let isAvailable = false;
  answerCalls({
    [`GET ${path(handOvers.detail)}`]: () => ({ ...handOver, tasks: [task] }),
    [`POST ${path(handOvers.move)}`]: () =>
      isAvailable ? { ...counts, waiting: 0, moved: 2 } : refuseWith(50300, '系统繁忙，请稍后重试'),
  });
  renderPart(<HandOverProgressDialog id={id} startsAtOnce={false} onClose={vi.fn()} />);
  fireEvent.click(await screen.findByRole('button', { name: '继续移交 2 件' }));
  expect(await screen.findByText(/系统繁忙/)).toBeTruthy();
  isAvailable = true;
  fireEvent.click(screen.getByRole('button', { name: '继续移交 2 件' }));
  await waitFor(() => expect(screen.queryByText(/系统繁忙/)).toBeNull());
});

it('deletes a view that is still shared by a person who has left', async () => {
  const viewPath = handOvers.removeView.path.replace(':id', 'v1');
  let views = preview.views;
  const { calls } = await chooseDepartingPerson({
    [`POST ${handOvers.preview.path}`]: () => ({ ...preview, views }),
    [`DELETE ${viewPath}`]: () => {
      views = [];
      return { id: 'v1' };
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: '删除视图“电梯件”' }));
  fireEvent.click(await screen.findByRole('button', { name: /^删\s?除$/ }));
  await waitFor(() => expect(screen.queryByText('电梯件')).toBeNull());
  expect(calls.some(({ method, path: sentPath }) => method === 'DELETE' && sentPath === viewPath)).toBe(true);
});

it('lists everything that is not handed over', () => {
  const notes = notesOf({
    ...preview,
    more: true,
    byPosts: 3,
    twice: 2,
    rules: [{ absentName: '徐军', substituteName: '胡东' }],
    from: { ...fromPerson, inOffice: true },
  });
  expect(notes).toEqual([
    '一次最多移交 4 件，其余请在完成后再次移交。',
    '2 件会由接收人办理同一办件的两个环节，请确认符合办理分工的要求。',
    '1 件同时指定了其他人办理，留给其他人，不移交。',
    '3 件由同岗位、同机构或同角色的人员共同办理，不移交。',
    '2 份草稿只有徐军本人能看到，不移交。',
    '代理关系（胡东代徐军）不变，需要结束的请到“代理管理”办理。',
    '移交后徐军仍可收到新的待办；不再办件的，请同时停用账号或调整岗位。',
  ]);
});
