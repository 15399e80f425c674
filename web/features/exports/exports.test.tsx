import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ExportCheck, type ExportTask, exportTasks } from '#contract/exports.ts';
import { ExportDialog } from '#web/toolkit/exports/ExportDialog.tsx';
import { type Answers, answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { ExportsScreen } from './ExportsScreen.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const id = '018f0000-0000-7000-8000-000000000001';
const task: ExportTask = {
  id,
  list: 'todo',
  title: '待办事项',
  fileName: '待办事项-20260302-1000.xlsx',
  format: 'xlsx',
  state: 'running',
  rows: 500,
  rowsInAll: 2000,
  leftOut: 0,
  size: 0,
  filters: '时限：已超期',
  askedAt: '2026-03-02T02:00:00.000Z',
  finishedAt: null,
  keptUntil: null,
  refusedBecause: null,
};
const check: ExportCheck = {
  decision: 'export',
  rows: 2000,
  message: '',
  filters: '',
  columns: [
    { key: 'code', title: '流水号' },
    { key: 'title', title: '办件名称' },
    { key: 'due', title: '环节时限' },
  ],
};
const columns = [
  { key: 'title', title: '办件名称', shown: true },
  { key: 'code', title: '流水号', shown: true },
  { key: 'due', title: '环节时限', shown: false },
  // A column that exists on the screen only, not on the server.
  { key: 'extra', title: '其他', shown: true },
];
const query = {
  page: 2,
  size: 20,
  sort: 'dueAt',
  order: 'asc' as const,
  filters: { tab: 'all', due: 'overdue' },
};
const path = (endpoint: { path: string }) => endpoint.path.replace(':id', id);

function open(answers: Answers, ids: readonly string[] = []) {
  const calls = answerCalls({
    [`POST ${exportTasks.check.path}`]: () => check,
    [`POST ${exportTasks.request.path}`]: () => task,
    [`GET ${exportTasks.mine.path}`]: () => ({ rows: [task] }),
    ...answers,
  });
  const onClose = vi.fn();
  renderPart(
    <ExportDialog list="todo" title="待办" query={query} ids={ids} columns={columns} onClose={onClose} />,
    '/todo',
  );
  return {
    calls,
    onClose,
    requests: () =>
      calls.filter(
        ({ path: sentPath, method }) => sentPath === exportTasks.request.path && method === 'POST',
      ),
  };
}

const pressExport = async () => fireEvent.click(await screen.findByRole('button', { name: '导出' }));

/**
 * Returns the dialog over the first; in tests Ant Design labels both with one id, so that it has the name of
 * the first.
 */
async function secondDialog(title: string): Promise<HTMLElement> {
  return waitFor(() => {
    const dialog = screen.getAllByRole('dialog')[1];
    if (!dialog?.textContent?.includes(title)) throw new Error(`No dialog says ${title}`);
    return dialog;
  });
}

describe('export dialog', () => {
  it('requests the filters, sorting, column order and page of the list', async () => {
    const { requests } = open({});
    await screen.findByText('符合条件的全部数据，2000 条');
    fireEvent.click(screen.getByLabelText('环节时限'));
    fireEvent.click(screen.getByLabelText('流水号'));
    expect(screen.queryByLabelText('其他')).toBeNull();
    fireEvent.click(screen.getByLabelText('文本（.csv）'));
    await pressExport();
    await screen.findByRole('progressbar', { name: '待办事项-20260302-1000.xlsx的进度' });
    expect(requests().map(({ body }) => body)).toEqual([
      {
        list: 'todo',
        query: { tab: 'all', due: 'overdue', sort: 'dueAt', order: 'asc' },
        columns: ['title', 'due'],
        format: 'csv',
        pagePath: '/todo',
      },
    ]);
    expect(screen.getByText('500 / 2000 条')).toBeTruthy();
    expect(screen.getByRole('button', { name: '在后台继续' })).toBeTruthy();
  });

  it('exports the selected rows by default where there are any', async () => {
    const { requests } = open({}, ['a.1', 'b.2']);
    await screen.findByText('勾选的数据，2 条');
    await pressExport();
    await waitFor(() => expect(requests()).toHaveLength(1));
    expect(requests()[0]?.body).toMatchObject({ ids: ['a.1', 'b.2'] });
  });

  it('asks before exporting only the first 10,000 rows, and exports on OK (S0 §5)', async () => {
    const message = '每次最多只能导出10000条，是否继续？';
    const { requests } = open({
      [`POST ${exportTasks.check.path}`]: () => ({ ...check, decision: 'confirm', rows: 10_000, message }),
    });
    await screen.findByText('符合条件的前 10000 条数据');
    await pressExport();
    await secondDialog(message);
    expect(requests()).toHaveLength(0);
    fireEvent.click(screen.getByRole('button', { name: '继续导出' }));
    await waitFor(() => expect(requests()).toHaveLength(1));
  });

  it('warns that more than 10,000 rows cannot be exported, and disables the button (S0 §5)', async () => {
    const message = '当前需导出的数据已超过一万条，为了提供更好的数据导出性能体验，请缩小导出范围。';
    open({ [`POST ${exportTasks.check.path}`]: () => ({ ...check, decision: 'refuse', rows: 0, message }) });
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect((screen.getByRole('button', { name: '导出' }) as HTMLButtonElement).disabled).toBe(true);
  });

  it('shows all problems of the query as 导出失败 (S0 §5)', async () => {
    open({
      [`POST ${exportTasks.request.path}`]: () =>
        Response.json(
          {
            errcode: 400,
            errmsg: '请检查并完善以下信息',
            problems: [{ field: 'columns', message: '该列不存在' }],
          },
          { status: 400 },
        ),
    });
    await screen.findByText('符合条件的全部数据，2000 条');
    await pressExport();
    const failureDialog = await secondDialog('导出失败');
    expect(failureDialog.textContent).toContain('请检查并完善以下信息：该列不存在');
  });
});

describe('my exports', () => {
  it('show finished, running and failed exports, each with its action', async () => {
    const finishedTask = {
      ...task,
      id: 'd',
      state: 'done',
      rows: 2000,
      size: 204_800,
      fileName: 'a.xlsx',
      keptUntil: '2026-03-09T02:00:00.000Z',
    };
    const failedTask = { ...task, id, state: 'failed', fileName: 'b.csv' };
    const calls = answerCalls({
      [`GET ${exportTasks.mine.path}`]: () => ({ rows: [task, finishedTask, failedTask] }),
      [`POST ${path(exportTasks.retry)}`]: () => task,
    });
    renderPart(<ExportsScreen />, '/exports');
    const list = await screen.findByRole('list', { name: '我的导出' });
    expect(
      within(list)
        .getAllByText(/^(可下载|导出中|导出异常)$/)
        .map(({ textContent }) => textContent),
    ).toEqual(['导出中', '可下载', '导出异常']);
    expect(within(list).getByText('200 KB')).toBeTruthy();
    expect(within(list).getByText('2026-03-09 10:00')).toBeTruthy();
    expect(within(list).getByRole('button', { name: '下载 a.xlsx' })).toBeTruthy();
    expect(within(list).getByRole('button', { name: '取消导出 待办事项-20260302-1000.xlsx' })).toBeTruthy();
    fireEvent.click(within(list).getByRole('button', { name: '重试 b.csv' }));
    await waitFor(() =>
      expect(calls.map(({ path: sentPath }) => sentPath)).toContain(path(exportTasks.retry)),
    );
  });

  it('show how many selected rows were no longer in the list', async () => {
    const finishedTask = { ...task, state: 'done', rows: 2, rowsInAll: 2, leftOut: 1, filters: '勾选 3 条' };
    answerCalls({ [`GET ${exportTasks.mine.path}`]: () => ({ rows: [finishedTask] }) });
    renderPart(<ExportsScreen />);
    expect(await screen.findByText('勾选的 1 条已不在列表中，未导出')).toBeDefined();
  });

  it('show why a file can no longer be downloaded, and offer no download', async () => {
    const refusedBecause = '您已调离导出该文件时所在的机构，不能再下载，请按现在的权限重新导出';
    answerCalls({
      [`GET ${exportTasks.mine.path}`]: () => ({
        rows: [{ ...task, state: 'done', rows: 2, fileName: 'a.xlsx', refusedBecause }],
      }),
    });
    renderPart(<ExportsScreen />);
    expect(await screen.findByText(refusedBecause)).toBeDefined();
    expect(screen.getByText('不能下载')).toBeDefined();
    expect(screen.queryByRole('button', { name: '下载 a.xlsx' })).toBeNull();
  });

  it('explain where files come from while there are none', async () => {
    answerCalls({ [`GET ${exportTasks.mine.path}`]: () => ({ rows: [] }) });
    renderPart(<ExportsScreen />, '/exports');
    await screen.findByText('还没有导出过文件');
  });
});
