import { expect, test } from 'vitest';
import type { ListFilter } from '../list-model/list-types.ts';
import { initialListState, listReducer } from './list-state.ts';
import { type CurrentList, readView, writeView } from './list-view.ts';

const filters: readonly ListFilter[] = [
  { kind: 'text', name: 'keyword', label: '关键词' },
  {
    kind: 'select',
    name: 'status',
    label: '办理状态',
    options: [
      { value: 2, label: '待收件' },
      { value: 3, label: '待受理' },
    ],
  },
  { kind: 'daySpan', name: 'days', label: '到达日期', from: 'startDate', to: 'endDate' },
];
const currentList: CurrentList = {
  filters,
  columns: [
    { key: 'code', title: '流水号' },
    { key: 'due', title: '时限' },
  ],
  sorts: ['dueAt'],
  tabs: ['all', 'overdue'],
};

test('a view stores what the list shows, and restores it', () => {
  let state = initialListState(filters, undefined, 'all');
  state = listReducer(state, { type: 'type', name: 'keyword', value: '电梯', filters });
  state = listReducer(state, { type: 'type', name: 'days', value: { from: '2026-03-01' }, filters });
  state = listReducer(listReducer(state, { type: 'tab', tab: 'overdue' }), { type: 'sort', sort: 'dueAt' });
  const layout = { order: ['due', 'code'], hidden: [], widths: { code: 140 }, numbered: true };
  const content = writeView(state, layout);
  expect(content).toEqual({
    filters: { keyword: '电梯', days: { from: '2026-03-01' } },
    tab: 'overdue',
    sort: 'dueAt',
    order: 'desc',
    columns: layout,
  });
  expect(readView(content, currentList)).toEqual({
    values: { keyword: '电梯', status: undefined, days: { from: '2026-03-01' } },
    tab: 'overdue',
    sorting: { sort: 'dueAt', order: 'desc' },
    layout,
    missing: [],
  });
});

test('removed filters, choices, columns, tabs and sortings are omitted and reported', () => {
  const restored = readView(
    {
      filters: { keyword: '电梯', status: 99, colour: 'red' },
      tab: 'old',
      sort: 'colour',
      order: 'asc',
      columns: { order: ['colour', 'code'] },
    },
    currentList,
  );
  expect(restored).toMatchObject({
    values: { keyword: '电梯', status: undefined },
    tab: 'all',
    sorting: undefined,
  });
  expect(restored.missing).toEqual([
    '“办理状态”所选的内容',
    '一个筛选条件',
    '一个页签',
    '排序的列',
    '列设置里的列',
  ]);
});

test('a choice whose options are still loading counts as valid', () => {
  const loading: ListFilter = { kind: 'select', name: 'taskCode', label: '事项', options: [], loading: true };
  const restored = readView({ filters: { taskCode: 'letter' } }, { ...currentList, filters: [loading] });
  expect(restored).toMatchObject({ values: { taskCode: 'letter' }, missing: [] });
});
