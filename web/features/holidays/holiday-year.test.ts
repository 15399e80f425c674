import { expect, test } from 'vitest';
import { screenReaderDay, spansOf, spanText, weeksOf } from './holiday-year.ts';

test('consecutive days of one holiday form one span', () => {
  const day = (day: string, name = '国庆节', kind: 'holiday' | 'workday' = 'holiday') => ({
    day,
    name,
    kind,
  });
  const spans = spansOf([
    day('2026-10-02'),
    day('2026-10-01'),
    day('2026-10-04'),
    day('2026-10-10', '国庆节', 'workday'),
  ]);
  expect(spans.map(spanText)).toEqual(['2026-10-01 至 2026-10-02', '2026-10-04', '2026-10-10']);
});

test('weeks begin on Monday and contain every day of the month once', () => {
  const weeks = weeksOf(2026, 2);
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-02-01']);
  expect(weeks.flat().filter((day) => day !== null)).toHaveLength(28);
  expect(
    weeksOf(2028, 2)
      .flat()
      .filter((day) => day !== null),
  ).toHaveLength(29);
});

test('the spoken label of a day contains its kind', () => {
  expect(screenReaderDay('2026-10-01', { day: '2026-10-01', kind: 'holiday', name: '国庆节' })).toBe(
    '2026-10-01 星期四 放假 国庆节',
  );
  expect(screenReaderDay('2026-10-11', undefined)).toBe('2026-10-11 星期日 周末');
});
