import { describe, expect, test } from 'vitest';
import { exportFileName } from './export-limits.ts';
import { pageLabelOfExport } from './export-page-label.ts';
import { filterText } from './export-texts.ts';
import { sheetText } from './sheet-text.ts';

describe('list export', () => {
  test('is labelled in the audit log with its page of the combined query (S2 §2)', () => {
    for (const path of ['/', '/all', '/query/all', '/query', '#/all', '/query/all?keyword=a', ''])
      expect(pageLabelOfExport(path), path).toBe('自有业务');
    for (const path of ['/cross', '/query/cross', '/app#/cross', '/query/cross/'])
      expect(pageLabelOfExport(path), path).toBe('跨区域业务');
    expect(pageLabelOfExport('/query/seconds')).toBe('二次审批业务');
    for (const path of ['/todo', '/query/view/x', '/querycross', '/constructor', undefined])
      expect(pageLabelOfExport(path), path).toBeUndefined();
  });

  test('has a file name with its list and the minute', () => {
    expect(exportFileName('待办事项', '2026-11-20 14:05', 'xlsx')).toBe('待办事项-20261120-1405.xlsx');
  });

  test('describes its filters with labels, in the order of the list', () => {
    const texts = [
      { name: 'keyword', label: '关键词' },
      { name: 'due', label: '时限', valueLabels: { overdue: '已超期' } },
      { name: 'areaCode', label: '所属区划', recordKind: 'areas' as const },
      { name: 'startDate', endParameter: 'endDate', label: '发起日期' },
    ];
    const nameOf = (_recordKind: string, value: string) => (value === '330127' ? '淳安县' : undefined);
    const query = { startDate: '2026-01-01', due: 'overdue', areaCode: '330127', keyword: '电梯', page: 1 };
    expect(filterText(texts, query, nameOf)).toBe(
      '关键词：电梯；时限：已超期；所属区划：淳安县；发起日期：2026-01-01 至 今',
    );
    expect(filterText(texts, { areaCode: '99' }, nameOf)).toBe('所属区划：99');
    expect(filterText(texts, {}, nameOf)).toBe('');
  });
});

test('a cell has no control characters, no half characters, and no more text than a spreadsheet allows', () => {
  expect(sheetText('甲\u0000乙\u0007\u001b\u007f\n丙\t丁\ufffe')).toBe('甲乙\n丙\t丁');
  expect(sheetText('a\ud800b')).toBe('a\ufffdb');
  expect(sheetText('x'.repeat(40_000))).toHaveLength(32_767);
});
