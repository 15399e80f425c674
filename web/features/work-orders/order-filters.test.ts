import { expect, test } from 'vitest';
import { statusOptions } from './order-filters.ts';

const item = (taskCode: string, statuses: number[]) => ({ taskCode, statuses }) as never;
const items = [item('letter', [2, 3, 9, 32]), item('permit', [2, 12, 13, 91])];

const labels = (list: 'todo' | 'withPhase', values = {}) =>
  statusOptions(items, values, list).map(({ label }) => label);

test('the offered statuses are those of the item, or of all items', () => {
  expect(labels('withPhase')).toEqual(['待收件', '待受理', '正常办结', '准予许可', '不予许可', '退回待处理']);
  expect(labels('withPhase', { taskCode: 'letter' })).toEqual(['待收件', '待受理', '正常办结', '退回待处理']);
});

test('to-do orders offer only open statuses, and a filter for ended orders only final ones', () => {
  expect(labels('todo', { taskCode: 'permit' })).toEqual(['待收件']);
  expect(labels('withPhase', { phase: 'ended', taskCode: 'permit' })).toEqual(['准予许可', '不予许可']);
  expect(labels('withPhase', { phase: 'open', taskCode: 'permit' })).toEqual(['待收件']);
});

test('all statuses are offered while the items are loading, each label once', () => {
  const all = statusOptions(undefined, {}, 'withPhase').map(({ label }) => label);
  expect(all.filter((label) => label === '准予许可')).toHaveLength(1);
  expect(all).toContain('待签发');
  expect(all).not.toContain('草稿');
});
