import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pasteLimits, problemOfPastedCells, problemOfPastedText, readTabText } from './pasted-cells.ts';

const read = (text: string) => readTabText(text).rows;

describe('text of a spreadsheet in the clipboard (decision 0226)', () => {
  it.each<[string, string, string[][]]>([
    ['one row, and nothing beyond it', 'A\tB\tC\n', [['A', 'B', 'C']]],
    ['lines that end with LF', 'A\nB', [['A'], ['B']]],
    ['lines that end with CR', 'A\rB\r', [['A'], ['B']]],
    [
      'lines that end with CRLF',
      'A\tB\r\nC\tD\r\n',
      [
        ['A', 'B'],
        ['C', 'D'],
      ],
    ],
    ['blank rows at the beginning', '\t\r\n\r\nA\tB\r\n\r\n\r\n', [['', ''], [''], ['A', 'B']]],
    ['blank cells', '\tA\t\tB', [['', 'A', '', 'B']]],
    ['long numbers and leading zeros', '007\t330199196205110029', [['007', '330199196205110029']]],
    ['a quoted cell with tab, line break and quotes', '"a\tb\r\n""c"""\td', [['a\tb\r\n"c"', 'd']]],
    ['a quoted empty cell and a quoted quote', '""\t""""\tx', [['', '"', 'x']]],
    ['a quote inside of a text', 'a"b\t5"\t12"\n', [['a"b', '5"', '12"']]],
    [
      'a text that only begins with a quote',
      '"a" b\tc\n"d\te',
      [
        ['"a" b', 'c'],
        ['"d', 'e'],
      ],
    ],
    ['a byte order mark', '\ufeffA', [['A']]],
    ['nothing', ' \t\n\n', []],
  ])('reads %s', (_name, text, rows) => expect(read(text)).toEqual(rows));

  it('reads every list of cells as it was written', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '汉', '"', '\t', '\n', '\r', ' ', '7'),
      maxLength: 6,
    });
    const quote = (text: string) => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), (rows) => {
        const ended = [...rows, ['end']];
        const text = ended.map((row) => row.map(quote).join('\t')).join('\r\n');
        expect(read(text)).toEqual(ended);
      }),
    );
  });

  it('needs linear time for hostile quotes', () => {
    for (const part of ['"\t', '"""\t', '""x\t', '"x\n', '""', '"x""\t'])
      expect(read(part.repeat(pasteLimits.characters / part.length)).length).toBeLessThan(
        pasteLimits.characters,
      );
  }, 3000);

  it('is refused when it is too large', () => {
    expect(problemOfPastedText('x'.repeat(pasteLimits.characters))).toBeUndefined();
    expect(problemOfPastedText('x'.repeat(pasteLimits.characters + 1))).toBe(
      '内容过多，一次最多粘贴 50 万个字符，请分几次粘贴',
    );
    const problemOf = (rows: string[][]) => problemOfPastedCells({ rows, mergedCells: 0 });
    expect(problemOf([['a']])).toBeUndefined();
    expect(problemOf([])).toBe('没有可以粘贴的内容');
    expect(problemOf(Array.from({ length: 2001 }, () => ['a']))).toMatch(/^有 2001 行/);
    expect(problemOf([Array.from({ length: 101 }, () => 'a')])).toMatch(/^有 101 列/);
  });
});
