import { expect, test } from 'vitest';
import { groupProblems } from './bundle-problems.ts';

test('problems of a bundle are grouped by what is missing, and equal sentences become one', () => {
  const noPost = {
    part: 'processes',
    name: '来信',
    message: '环节“签发”的处理人：没有编码为“sign”的岗位',
    missing: 'position',
  } as const;
  const groups = groupProblems([
    { part: 'holidays', name: '2026-01-01', message: '名称不能为空' },
    { part: 'items', name: '来信', message: '没有编码为“10009”的机构', missing: 'org' },
    noPost,
    noPost,
    noPost,
    {
      part: 'processes',
      name: '来访',
      message: '环节“受理”的处理人：没有编码为“front”的岗位',
      missing: 'position',
    },
    { part: 'items', name: '来访', message: '没有表单“visit”', missing: 'form' },
    { part: 'archive', name: 'visit', message: '没有这个事项，或不在您负责归档的范围内', missing: 'item' },
  ]);
  expect(groups.map(({ title, count, partWithRecords }) => [title, count, partWithRecords])).toEqual([
    ['缺少岗位', 4, 'posts'],
    ['缺少机构', 1, 'organisations'],
    ['缺少表单', 1, 'forms'],
    ['缺少事项', 1, 'items'],
    ['节假日的内容不符合要求', 1, undefined],
  ]);
  expect(groups[0]?.sentences).toEqual([
    { text: '流程“来信”：环节“签发”的处理人：没有编码为“sign”的岗位', times: 3 },
    { text: '流程“来访”：环节“受理”的处理人：没有编码为“front”的岗位', times: 1 },
  ]);
});
