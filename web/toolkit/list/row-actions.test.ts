import { expect, test } from 'vitest';
import { actionsWidth, foldActions } from './row-actions.ts';

test.each([
  ['办理', false, '办理', ''],
  ['办理 催办', false, '办理 催办', ''],
  ['办理 催办 打印', false, '办理 催办 打印', ''],
  ['办理 催办 打印 抄送', false, '办理 催办', '打印 抄送'],
  ['办理 催办 打印 抄送 收藏', false, '办理 催办 打印', '抄送 收藏'],
  ['办理', true, '办理', ''],
  ['办理 催办', true, '', '办理 催办'],
])(
  'of the actions %s (narrow window: %s), %s are shown and %s are folded',
  (all, isNarrow, shown, folded) => {
    const split = foldActions(all.split(' '), isNarrow);
    expect([split.shown.join(' '), split.folded.join(' ')]).toEqual([shown, folded]);
  },
);

const rowsOf = (...rows: string[]) =>
  rows.map((row) =>
    row
      .split(' ')
      .filter(Boolean)
      .map((label) => ({ key: label, label })),
  );

test.each([
  ['no actions', rowsOf('', ''), false, 0],
  ['no rows', [], false, 0],
  ['one action in some rows', rowsOf('', '办理'), false, 48],
  ['one long action', rowsOf('重置二次验证'), false, 104],
  ['two actions (S2 §9)', rowsOf('办理', '办理 催办'), false, 150],
  ['three actions (S2 §9)', rowsOf('继续填写 登记移交 删除'), false, 216],
  ['two actions and 更多', rowsOf('修改 重置密码 停用 离职'), false, 176],
  ['three actions and 更多', rowsOf('修改 重置密码 停用 离职 注销'), false, 196],
  ['更多 alone', rowsOf('继续填写 登记移交 删除'), true, 48],
])('the width of the actions column fits rows with %s', (_what, rows, isNarrow, width) => {
  expect(actionsWidth(rows, isNarrow)).toBe(width);
});
