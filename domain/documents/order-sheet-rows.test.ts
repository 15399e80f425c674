import { describe, expect, it } from 'vitest';
import { orderSheetTitle, packRows, spansOf } from './order-sheet-rows.ts';

const fact = (label: string, text: string) => ({ label, text });

describe('rows of an order sheet', () => {
  it('hold three short values, one long value or one table, and leave out empty values', () => {
    const rows = packRows([
      fact('来信标题', '明珠新村电梯长期带病运行，请求启用维修资金'),
      fact('反映人数', '2 人'),
      fact('来信形式', '来信'),
      fact('备注', ''),
      fact('紧急程度', '普通'),
      fact('登记人', '李娜'),
      { label: '涉及人员', text: '', table: [[{ id: 'name', title: '姓名', text: '**文' }]] },
      { label: '代表人', text: '', table: [] },
    ]);
    expect(rows.map((row) => row.map(({ label }) => label))).toEqual([
      ['来信标题'],
      ['反映人数', '来信形式', '紧急程度'],
      ['登记人'],
      ['涉及人员'],
    ]);
  });

  it('fill the width for any number of values', () => {
    const row = (count: number) => spansOf(Array.from({ length: count }, () => fact('a', 'b')));
    expect([row(1), row(2), row(3)]).toEqual([[5], [1, 3], [1, 1, 1]]);
  });

  it('have a title with the name of the item', () => {
    expect(orderSheetTitle('群众来信办理')).toBe('群众来信办件单');
    expect(orderSheetTitle('临时占道许可')).toBe('临时占道许可办件单');
  });
});
