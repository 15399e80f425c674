import { describe, expect, it } from 'vitest';
import { readMappings } from '#test/vectors/read-vectors.ts';
import { checkDateSpan, dateSpanMessage, lastDays, toInstantSpan } from './date-span.ts';
import { decideExport } from './export-decision.ts';
import { checkRequiredFilters, isEmptyFilter, removeEmptyFilters, withChoice } from './filters.ts';
import { lastPage, offsetOf, pageOf, pageSizeMessage, pageSizeOptions, withPageSize } from './paging.ts';
import { isSortOrder, toggleSorting } from './sorting.ts';
import { totalText } from './total-text.ts';

describe('paging (S0 §9)', () => {
  it('offers page sizes in descending order', () => {
    expect(pageSizeOptions).toEqual([200, 150, 100, 50, 40, 30, 20, 10, 5]);
  });

  it('lists page sizes in ascending order in the error message', () => {
    expect(pageSizeMessage).toBe('每页条数只能是5、10、20、30、40、50、100、150、200');
  });

  it('accepts known sizes and whole page numbers, else uses ten rows of page one', () => {
    expect(pageOf(3, 50)).toEqual({ page: 3, size: 50 });
    expect(pageOf(undefined, undefined)).toEqual({ page: 1, size: 10 });
    for (const page of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(pageOf(page, 20).page).toBe(1);
    for (const size of [0, 7, 1000, -10, Number.NaN]) expect(pageOf(2, size).size).toBe(10);
  });

  it('skips the pages before, and returns to page one with another size (S0 §4)', () => {
    expect(offsetOf({ page: 4, size: 30 })).toBe(90);
    expect(withPageSize(100)).toEqual({ page: 1, size: 100 });
    expect([lastPage(0, 10), lastPage(10, 10), lastPage(11, 10)]).toEqual([1, 1, 2]);
  });

  it('shows totals up to 10,000', () => {
    expect([0, 9999, 10_000, 10_001, 250_000].map(totalText)).toEqual([
      '0',
      '9999',
      '10000',
      '10000+',
      '10000+',
    ]);
  });
});

describe('sorting (S0 §4)', () => {
  it('starts descending, toggles the order, and starts again on another column', () => {
    const first = toggleSorting(undefined, 'createdAt');
    const second = toggleSorting(first, 'createdAt');
    const third = toggleSorting(second, 'createdAt');
    expect([first.order, second.order, third.order]).toEqual(['desc', 'asc', 'desc']);
    expect(toggleSorting(second, 'name')).toEqual({ sort: 'name', order: 'desc' });
    expect(toggleSorting(first, 'name')).toEqual({ sort: 'name', order: 'desc' });
    expect(['desc', 'asc', 'DESC', '', undefined].map(isSortOrder)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('filters (S0 §5)', () => {
  const empties = [
    undefined,
    null,
    '',
    '   ',
    '\u3000',
    [],
    {},
    [''],
    [null, undefined],
    { from: '', until: null },
    [[]],
    Number.NaN,
  ];
  const values = [
    0,
    false,
    true,
    'a',
    '0',
    [0],
    [''].concat('x'),
    { from: '2026-01-01', until: '' },
    new Date(0),
  ];

  it('are recognised as empty or not empty', () => {
    expect(empties.map(isEmptyFilter)).toEqual(empties.map(() => true));
    expect(values.map(isEmptyFilter)).toEqual(values.map(() => false));
  });

  it('need a check of their content: plain truthiness fails these cases', () => {
    const naive = (value: unknown) => !value;
    expect([...empties.filter((value) => !naive(value)), ...values.filter(naive)].length).toBeGreaterThan(5);
  });

  it('are sent trimmed and without empty ones', () => {
    expect(
      removeEmptyFilters({ name: ' 张三 ', code: '', status: [], isWindow: 0, range: { from: null } }),
    ).toEqual({
      name: '张三',
      isWindow: 0,
    });
  });

  it('list each required filter that is empty, in order', () => {
    const rules = [
      { key: 'areaCode', label: '行政区划', required: true },
      { key: 'orgCode', label: '组织机构', required: true },
      { key: 'name', label: '姓名' },
      { key: 'hallId', label: '所属大厅', required: true },
    ];
    expect(checkRequiredFilters(rules, { areaCode: {}, orgCode: '44', name: '' })).toEqual([
      { field: 'areaCode', message: '行政区划不能为空' },
      { field: 'hallId', message: '所属大厅不能为空' },
    ]);
    expect(checkRequiredFilters(rules, { areaCode: '44', orgCode: '1', hallId: 0 })).toEqual([]);
  });

  it('may have the names of object members', () => {
    const sent = Object.fromEntries([
      ['__proto__', ['a']],
      ['constructor', 'b'],
    ]);
    expect(Object.keys(removeEmptyFilters(sent)).sort()).toEqual(['__proto__', 'constructor']);
  });

  it('clear hall and window when the region changes', () => {
    const before = { areaCode: '440100', hallId: '1', hallName: '一号大厅', windowId: '2', name: '张' };
    const filters = [
      { name: 'areaCode' },
      { name: 'hallId', dependsOn: ['areaCode'] },
      { name: 'hallName', dependsOn: ['areaCode'] },
      { name: 'windowId', dependsOn: ['hallId'] },
    ];
    expect(withChoice(before, 'areaCode', '440300', filters)).toEqual({
      areaCode: '440300',
      hallId: undefined,
      hallName: undefined,
      windowId: undefined,
      name: '张',
    });
    expect(withChoice(before, 'hallId', '2', filters)).toMatchObject({
      areaCode: '440100',
      windowId: undefined,
    });
    expect(withChoice(before, 'areaCode', '440100', filters)).toBe(before);
    expect(before.hallId).toBe('1');
  });
});

describe('date span (S0 §5)', () => {
  const message: Record<string, string | undefined> = {
    可: undefined,
    超长: dateSpanMessage.tooLong,
    颠倒: dateSpanMessage.reversed,
    非日期: dateSpanMessage.noDate,
  };
  const cases = readMappings(new URL('./vectors/date-span.txt', import.meta.url));

  it.each(cases)('$input is $output: $reason', ({ input, output }) => {
    const [from, until] = input.split(' ').map((day) => (day === '-' ? undefined : day));
    expect(Object.keys(message)).toContain(output);
    expect(checkDateSpan({ from, until }, '2026-03-02')?.message).toBe(message[output]);
  });

  it('reports the end of the span that has the problem', () => {
    const endOf = (from?: string, until?: string) => checkDateSpan({ from, until }, '2026-03-02')?.end;
    expect(endOf('2026-03-03', '2026-03-02')).toBe('from');
    expect(endOf('2026-01-01', '2026-02-30')).toBe('until');
    expect(endOf(undefined, '2026-03-02')).toBe('until');
    expect(endOf('2020-01-01')).toBe('from');
  });

  it('has at least 40 cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(40);
  });

  it('uses the message of the specification', () => {
    expect(dateSpanMessage.tooLong).toBe('为了提供更好的数据查询性能体验，设置查询时间段请不要超过一年。');
  });

  it('lasts from the start of its first day to 23:59:59.999 of its last, in China', () => {
    const span = toInstantSpan({ from: '2026-03-01', until: '2026-03-02' });
    expect(span.from.toISOString()).toBe('2026-02-28T16:00:00.000Z');
    expect(span.until.toISOString()).toBe('2026-03-02T15:59:59.999Z');
  });

  it('of the last days includes today', () => {
    const now = new Date('2026-03-02T01:00:00+08:00');
    expect(lastDays(1, now)).toEqual({ from: '2026-03-02', until: '2026-03-02' });
    expect(lastDays(7, now)).toEqual({ from: '2026-02-24', until: '2026-03-02' });
    expect(lastDays(0, now)).toEqual({ from: '2026-03-02', until: '2026-03-02' });
  });
});

describe('export decision (S0 §5, S2 §8)', () => {
  it('allows up to 10,000 rows', () => {
    expect(decideExport(1, { mayTruncate: false })).toEqual({ kind: 'export', rows: 1 });
    expect(decideExport(10_000, { mayTruncate: false })).toEqual({ kind: 'export', rows: 10_000 });
  });

  it('refuses more rows, or asks for confirmation when exceeding is allowed', () => {
    expect(decideExport(10_001, { mayTruncate: false })).toEqual({
      kind: 'refuse',
      message: '当前需导出的数据已超过一万条，为了提供更好的数据导出性能体验，请缩小导出范围。',
    });
    expect(decideExport(10_001, { mayTruncate: true })).toEqual({
      kind: 'confirm',
      rows: 10_000,
      message: '每次最多只能导出10000条，是否继续？',
    });
    expect(decideExport(501, { mayTruncate: true, max: 500 })).toMatchObject({
      rows: 500,
      message: '每次最多只能导出500条，是否继续？',
    });
  });

  it('is nothing for an empty list', () => {
    expect(decideExport(0, { mayTruncate: true }).kind).toBe('nothing');
  });
});
