import { expect, test } from 'vitest';
import { unsafeContentOfSheetText } from './text-policy.ts';

test.each([
  "=cmd|'/C calc'!A0",
  "姓名,金额\r\n张三,=cmd|' /C calc'!A0",
  '"@SUM(1+1)*cmd|\' /C calc\'!A0"',
  "a;-2+3+cmd|' /C calc'!D2",
  "a\t +MSEXCEL|'\\..\\..\\cmd.exe /c calc'!''",
])('a cell that calls a program is dangerous: %s', (text) => {
  expect(unsafeContentOfSheetText(text)).toBe('external');
});

test.each(['姓名,金额\r\n张三,=SUM(A1:A3)', '- 甲 | 乙！丙', '-1|2', 'a|b|c!', '见附件=甲\n乙|丙!'])(
  'a harmless text is accepted: %s',
  (text) => {
    expect(unsafeContentOfSheetText(text)).toBeUndefined();
  },
);
