import { expect, test } from 'vitest';
import { categoryOptions } from './category-filter.ts';

test('each category of items is offered once, in the order of the items', () => {
  const item = (categoryId: string, categoryName: string) => ({ categoryId, categoryName });
  const items = [item('petition', '信访服务'), item('permit', '行政许可'), item('petition', '信访服务')];
  expect(categoryOptions(items)).toEqual([
    { value: 'petition', label: '信访服务' },
    { value: 'permit', label: '行政许可' },
  ]);
});
