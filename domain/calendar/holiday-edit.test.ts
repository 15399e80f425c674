import { describe, expect, test } from 'vitest';
import { inputText } from '../texts/input-texts.ts';
import {
  checkHolidayEdit,
  checkHolidaySpan,
  effectSentences,
  isEditableYear,
  listDays,
} from './holiday-edit.ts';

const today = '2026-03-02';
const edit = (changes: object) => ({
  from: '2026-10-01',
  to: '2026-10-01',
  kind: 'holiday' as const,
  name: '国庆节',
  ...changes,
});

describe('edit of the holiday calendar', () => {
  test.each([
    ['a holiday of several days', edit({ to: '2026-10-07' }), []],
    ['a make-up Saturday', edit({ from: '2026-10-10', to: '2026-10-10', kind: 'workday' }), []],
    ['a holiday on a Sunday', edit({ from: '2026-10-04', to: '2026-10-04' }), []],
    [
      'a date in the previous year',
      edit({ from: '2025-10-01', to: '2025-10-01' }),
      [['from', '只能修改2026年至2028年的安排']],
    ],
    [
      'a date too far in the future',
      edit({ from: '2029-01-01', to: '2029-01-01' }),
      [['from', '只能修改2026年至2028年的安排']],
    ],
    ['an end before the start', edit({ to: '2026-09-30' }), [['to', '结束日期不能早于开始日期']]],
    ['more than 31 days', edit({ to: '2026-11-01' }), [['to', '一次最多设置31天']]],
    ['no date', edit({ from: '' }), [['from', '请选择日期']]],
    ['an invalid date', edit({ from: '2026-02-30' }), [['from', inputText.noDate]]],
    [
      'an empty name, and a regular working day set as a make-up working day',
      edit({ kind: 'workday', name: ' ' }),
      [
        ['name', '请输入节假日名称'],
        ['from', '2026-10-01 原为工作日，无须设为调休上班'],
      ],
    ],
    ['a name that is too long', edit({ name: '节'.repeat(21) }), [['name', '节假日名称不能超过20个字符']]],
  ])('is checked: %s', (_title, edited, expected) => {
    expect(checkHolidayEdit(edited, today).map(({ field, message }) => [field, message])).toEqual(expected);
  });

  test('checks the span alone for a removal', () => {
    expect(checkHolidaySpan({ from: '2026-01-01', to: '2026-01-03' }, today)).toEqual([]);
    expect(listDays({ from: '2026-02-27', to: '2026-03-01' })).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ]);
    expect(isEditableYear(2028, today) && !isEditableYear(2025, today)).toBe(true);
  });

  test('says that a year is no longer provisional', () => {
    const span = { from: '2027-01-01', to: '2027-01-03' };
    expect(effectSentences(span, [2026])).toEqual([expect.stringContaining('2027年的安排尚未录入')]);
    expect(effectSentences(span, [2027])).toEqual([]);
  });
});
