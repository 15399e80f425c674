import { describe, expect, test } from 'vitest';
import type { ListFilter } from '../list-model/list-types.ts';
import { listPages } from './ListPagination.tsx';
import { spanOfLastDays } from './last-days.ts';
import { arrangeColumns } from './list-preferences.ts';
import { checkSearch, initialListState, listReducer, readListAddress, writeListQuery } from './list-state.ts';

const filters: readonly ListFilter[] = [
  { kind: 'text', name: 'keyword', label: '关键词' },
  { kind: 'select', name: 'status', label: '状态', options: [], initial: 1 },
  { kind: 'daySpan', name: 'started', label: '发起时间', from: 'startDate', to: 'endDate' },
];
const started = initialListState(filters);
const today = '2026-03-02';

describe('list state (S0 §4)', () => {
  test('does not search while typing until requested', () => {
    const afterTyping = listReducer(started, { type: 'type', name: 'keyword', value: '噪声', filters });
    expect(writeListQuery(afterTyping, filters).filters).toEqual({ status: 1 });
    const searched = listReducer({ ...afterTyping, page: 4 }, { type: 'search' });
    expect(writeListQuery(searched, filters)).toEqual({
      page: 1,
      size: 10,
      filters: { keyword: '噪声', status: 1 },
    });
  });

  test('clears a choice that a new choice no longer offers', () => {
    const dependents: readonly ListFilter[] = [
      { kind: 'select', name: 'item', label: '事项', options: [] },
      {
        kind: 'select',
        name: 'status',
        label: '状态',
        options: ({ item }) =>
          item === 'letter' ? [{ value: 2, label: '待收件' }] : [{ value: 9, label: '正常办结' }],
      },
    ];
    const type = (state: typeof started, name: string, value: string | number) =>
      listReducer(state, { type: 'type', name, value, filters: dependents });
    const letter = type(type(initialListState(dependents), 'item', 'letter'), 'status', 2);
    expect(letter.draft).toEqual({ item: 'letter', status: 2 });
    expect(type(letter, 'item', 'permit').draft).toEqual({ item: 'permit', status: undefined });
  });

  test('keeps the filters for another page, and returns to page 1 for another size', () => {
    const third = listReducer(started, { type: 'page', page: 3 });
    expect(third).toMatchObject({ page: 3, applied: started.applied });
    expect(listReducer(third, { type: 'size', size: 50 })).toMatchObject({ page: 1, size: 50 });
  });

  test('sorts a column descending first, then toggles; another column starts descending', () => {
    const once = listReducer(started, { type: 'sort', sort: 'arrivedAt' });
    const twice = listReducer(once, { type: 'sort', sort: 'arrivedAt' });
    expect(
      [once, twice, listReducer(twice, { type: 'sort', sort: 'arrivedAt' })].map(
        (state) => state.sorting?.order,
      ),
    ).toEqual(['desc', 'asc', 'desc']);
    expect(listReducer(twice, { type: 'sort', sort: 'dueAt' }).sorting).toEqual({
      sort: 'dueAt',
      order: 'desc',
    });
  });

  test('restores default filters, clears the sorting and searches again on reset', () => {
    let state = listReducer(started, { type: 'type', name: 'status', value: 2, filters });
    state = listReducer(state, { type: 'search' });
    state = listReducer(state, { type: 'sort', sort: 'dueAt' });
    expect(listReducer({ ...state, page: 9 }, { type: 'reset', filters })).toEqual(started);
  });

  test('converts a date span to its two parameters and drops empty values (S0 §5)', () => {
    const values = { keyword: '  ', status: undefined, started: { from: '2026-01-01', to: '2026-03-31' } };
    const state = listReducer(started, { type: 'use', values });
    expect(writeListQuery(state, filters).filters).toEqual({
      startDate: '2026-01-01',
      endDate: '2026-03-31',
    });
  });
});

describe('search validation (S0 §5)', () => {
  const required: readonly ListFilter[] = filters.map((filter) => ({ ...filter, required: true }));
  test('names every required filter that is empty', () => {
    expect(checkSearch({ keyword: ' ', started: {} }, required, today).map(({ message }) => message)).toEqual(
      ['关键词不能为空', '状态不能为空', '发起时间不能为空'],
    );
  });
  test('warns of a span over a year, also when an open end makes it longer (S0 §5)', () => {
    const check = (from?: string, to?: string) => checkSearch({ started: { from, to } }, filters, today);
    const tooLong = { field: 'started', message: expect.stringContaining('设置查询时间段请不要超过一年') };
    expect(check('2025-01-01', '2026-01-02')).toEqual([tooLong]);
    expect(check('2025-01-01', '2026-01-01')).toEqual([]);
    expect(check('2025-03-01')).toEqual([tooLong]);
    expect(check('2025-03-02')).toEqual([]);
    expect(check(undefined, '2026-03-02')).toEqual([tooLong]);
    expect(check('2026-03-02', '2026-03-01')).toEqual([
      { field: 'started', message: '发起时间：开始日期不能晚于结束日期' },
    ]);
  });
});

describe('list address', () => {
  const list = { filters, tabs: ['all', 'overdue'], sorts: ['arrivedAt'] };
  test('sets filters, tab and sorting as named in the query', () => {
    const address = readListAddress(
      '?keyword=%E5%99%AA%E5%A3%B0&startDate=2026-01-01&tab=overdue&sort=arrivedAt',
      list,
    );
    expect(address).toMatchObject({
      tab: 'overdue',
      values: { keyword: '噪声', started: { from: '2026-01-01' } },
      sorting: { sort: 'arrivedAt', order: 'desc' },
    });
    if (address === undefined) throw new Error('nothing was read');
    const openedList = listReducer({ ...started, page: 3 }, { type: 'open', ...address });
    expect(writeListQuery(openedList, filters)).toMatchObject({
      page: 1,
      sort: 'arrivedAt',
      filters: { tab: 'overdue' },
    });
  });
  test('shows all dates for a named but empty date filter, even when the list has a default', () => {
    const datedFilters: readonly ListFilter[] = [
      { kind: 'text', name: 'keyword', label: '关键词' },
      {
        kind: 'daySpan',
        name: 'days',
        label: '日期',
        from: 'from',
        to: 'to',
        initial: { from: '2026-02-24' },
      },
    ];
    const filtersOfAddress = (search: string) => {
      const address = readListAddress(search, { filters: datedFilters, tabs: [], sorts: [] });
      if (address === undefined) throw new Error('nothing was read');
      return writeListQuery(
        listReducer(initialListState(datedFilters), { type: 'open', ...address }),
        datedFilters,
      ).filters;
    };
    expect(filtersOfAddress('?keyword=x')).toEqual({ keyword: 'x', from: '2026-02-24' });
    expect(filtersOfAddress('?keyword=x&from=')).toEqual({ keyword: 'x' });
  });
  test('one with an empty filter opens the list without its filters', () => {
    const filtered = listReducer(started, {
      type: 'open',
      tab: undefined,
      values: { keyword: '噪声' },
      sorting: undefined,
    });
    const address = readListAddress('?keyword=', { filters, tabs: [], sorts: [] });
    if (address === undefined) throw new Error('nothing was read');
    expect(writeListQuery(listReducer(filtered, { type: 'open', ...address }), filters).filters).toEqual({
      status: 1,
    });
  });
  test('leaves the list unchanged when it names nothing of the list', () => {
    expect(readListAddress('?tab=gone&sort=colour&x=1', list)).toBeUndefined();
  });
});

describe('personal column settings', () => {
  const columns = ['code', 'title', 'due'].map((key) => ({ key, hiddenByDefault: key === 'due' }));
  const shownKeys = (preferences: Parameters<typeof arrangeColumns>[1]) =>
    arrangeColumns(columns, preferences).shown.map(({ key }) => key);
  test('set order and visibility', () => {
    expect(shownKeys({})).toEqual(['code', 'title']);
    expect(shownKeys({ hidden: [], order: ['due', 'code', 'title'] })).toEqual(['due', 'code', 'title']);
  });
  test('place a new column at its default position, and ignore a removed one', () => {
    expect(shownKeys({ hidden: [], order: ['gone', 'due', 'code'] })).toEqual(['due', 'title', 'code']);
  });
});

test.each([
  [1, 1, [1]],
  [1, 4, [1, 2, 3, 4]],
  [1, 24, [1, 2, 3, -24, 24]],
  [12, 24, [1, -10, 10, 11, 12, 13, 14, -24, 24]],
  [4, 7, [1, 2, 3, 4, 5, 6, 7]],
])('page %i of %i offers the pages around it', (page, pages, expected) => {
  expect(listPages(page, pages)).toEqual(expected);
});

test('a date span may default to the last N days and returns to them on reset (S2 §5)', () => {
  const initial = spanOfLastDays(7, new Date('2026-03-02T01:00:00+08:00'));
  const filters: ListFilter[] = [
    { kind: 'daySpan', name: 'days', label: '日期', from: 'startDate', to: 'endDate', initial },
  ];
  const address = { startDate: '2026-02-24', endDate: '2026-03-02' };
  const state = initialListState(filters);
  expect(writeListQuery(state, filters).filters).toEqual(address);
  const cleared = listReducer(listReducer(state, { type: 'type', name: 'days', value: undefined, filters }), {
    type: 'search',
  });
  expect(writeListQuery(cleared, filters).filters).toEqual({});
  expect(writeListQuery(listReducer(cleared, { type: 'reset', filters }), filters).filters).toEqual(address);
});
