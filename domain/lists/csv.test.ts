import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('rows become a CSV file in which a spreadsheet computes nothing', () => {
  const rows = [
    ['时间', '含,逗号和"引号"'],
    ['=1+1', '-2'],
    ['@cmd', '两\n行'],
  ];
  expect(csvOf(rows).split('\r\n')).toEqual([
    '\ufeff时间,"含,逗号和""引号"""',
    "'=1+1,'-2",
    '\'@cmd,"两\n行"',
    '',
  ]);
});

test.each(['=1', '+1', '-1', '@x', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠x', ' =1', '\u3000=1'])(
  '%j is written as a text',
  (cell) => {
    expect(csvOf([[cell]]).replace(/^\ufeff"?/, '')).toMatch(/^'/);
  },
);

test('a number that is too long for a spreadsheet is written as a text', () => {
  expect(csvOf([['202600000001', '2026000001', '18']])).toBe("\ufeff'202600000001,2026000001,18\r\n");
});
