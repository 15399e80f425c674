import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textOfCell } from './cell-text.ts';

const cellTextOf = (v: number | string, z = 'General', is1904 = false) =>
  textOfCell(typeof v === 'number' ? { t: 'n', v, z } : { t: 's', v, z }, is1904);

/** 2023-03-15, a Wednesday, at noon. */
const noon = 45_000.5;

describe('text of a cell', () => {
  test.each([
    [602547507747, 'General', '602547507747'],
    [330127850612123, 'General', '330127850612123'],
    [0.1 + 0.2, 'General', '0.3'],
    [12345.678901234, 'General', '12345.678901234'],
    [-0.05, 'General', '-0.05'],
    [1e-7, 'General', '1E-7'],
    [Number('330127850612123456'), 'General', '3.30127850612123E+17'],
    [Number('330127850612123456'), '0', '3.30127850612123E+17'],
    [0.05, '0%', '5%'],
    [1234567.5, '#,##0.00', '1,234,567.50'],
    [5, '000', '005'],
    [1234.5, '_ ￥* #,##0.00_ ;_ ￥* \\-#,##0.00_ ', '￥1,234.50'],
    [12, '0.00元', '12.00元'],
    [12, '0"件"', '12件'],
    [-3, '0;[红色]-0', '-3'],
    [12, 'G/通用格式"件"', '12件'],
    [602547507747, '@"（盖章）"', '602547507747'],
    [602547507747, 'General;@', '602547507747'],
  ])('shows the number %d in format %s as %s', (value, format, text) => {
    expect(cellTextOf(value, format)).toBe(text);
  });

  test.each([
    ['yyyy-mm-dd hh:mm', '2023-03-15 12:00'],
    ['h"时"mm"分";@', '12时00分'],
    ['h时mm分', '12时00分'],
    ['[$-804]aaaa;@', '星期三'],
    ['yyyy年m月d日 aaa', '2023年3月15日 三'],
    ['[$-804]dddd', '星期三'],
    ['上午/下午h"时"mm"分"', '下午12时00分'],
    ['m/d/yy', '2023/3/15'],
    ['m/d/yy h:mm', '2023/3/15 12:00'],
    ['[$-F800]dddd, mmmm dd, yyyy', '2023年3月15日'],
    ['[DBNum1][$-804]yyyy"年"m"月"d"日"', '二〇二三年三月十五日'],
    ['[DBNum2][$-804]yyyy"年"m"月"d"日"', '贰零贰叁年叁月壹拾伍日'],
  ])('shows noon of 2023-03-15 in format %s as %s', (format, text) => {
    expect(cellTextOf(noon, format)).toBe(text);
  });

  test('counts days from the workbook’s base date', () => {
    expect(cellTextOf(noon - 1462, 'yyyy-m-d aaa', true)).toBe('2023-3-15 三');
  });

  test.each([
    [12345, '[DBNum1][$-804]General', '一万二千三百四十五'],
    [12345, '[DBNum2][$-804]General', '壹万贰仟叁佰肆拾伍'],
    [12345, '[DBNum3][$-804]General', '１万２千３百４十５'],
    [105.06, '[DBNum2]G/通用格式', '壹佰零伍.零陆'],
    [105, '[DBNum1]0', '一〇五'],
  ])('shows the number %d in format %s as %s', (value, format, text) => {
    expect(cellTextOf(value, format)).toBe(text);
  });

  test.each([
    ['@"（盖章）"', '文本（盖章）'],
    ['@（盖章）', '文本（盖章）'],
    ['0.00', '文本'],
    ['@', '文本'],
  ])('shows a text in format %s as %s', (format, text) => {
    expect(cellTextOf('文本', format)).toBe(text);
  });

  test.each([['"'], ['[Red'], ['0 %'], ['yyyy-mm-dd'], ['#,##0.00;;;;;']])(
    'shows the plain number when format %s is not supported',
    (format) => {
      expect(cellTextOf(-3.5, format)).toBe('-3.5');
    },
  );

  test('shows errors and booleans by name', () => {
    expect(textOfCell({ t: 'e', v: 7 }, false)).toBe('#DIV/0!');
    expect(textOfCell({ t: 'b', v: false }, false)).toBe('FALSE');
  });

  test('keeps all digits of the number', () => {
    const whole = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 });
    fc.assert(
      fc.property(
        whole,
        fc.constantFrom('General', '0', '#', '#,##0', '0.00', '@', '0_ ', '#,##0;-#,##0'),
        (value, format) => {
          const digits = cellTextOf(value, format).replace(/\.00$/, '').replace(/\D/g, '');
          expect(digits === '' ? '0' : digits).toBe(String(Math.abs(value)));
        },
      ),
    );
    const cents = fc.integer({ min: -9_999_999_999_999, max: 9_999_999_999_999 });
    fc.assert(
      fc.property(cents, fc.constantFrom('0.00', '#,##0.00', '0.00_ '), (value, format) => {
        const digits = cellTextOf(value / 100, format).replace(/\D/g, '');
        expect(digits.replace(/^0+(?=\d{3})/, '')).toBe(String(Math.abs(value)).padStart(3, '0'));
      }),
    );
  });
});
