import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import { addDays, localDateOf } from '#domain/calendar/local-date.ts';
import { readTypedDay } from '#domain/calendar/typed-day.ts';
import { todayDefaults } from '#domain/forms/default-values.ts';
import { evaluateLinkage } from '#domain/forms/linkage.ts';
import { mergeSubmission } from '#domain/forms/merge.ts';
import { buildForm } from '#domain/forms/test-forms.ts';
import { textOfForm } from '#domain/forms/text.ts';
import { validateForm } from '#domain/forms/validate.ts';

/**
 * Program of a test: prints what the form and the calendar make of days in the time zone of its process. Each day is
 * typed, stored, checked against itself as a bound, read by linkage and written as text.
 */

dayjs.extend(customParseFormat);
const [days = '[]'] = process.argv.slice(2);
const authority = { '*': 2 } as const;
const now = new Date('2026-11-27T16:30:00Z');

const results = (JSON.parse(days) as string[]).map((day) => {
  const form = buildForm([
    { id: 'day', title: '日期', 'x-component': 'date', rules: [{ rule: 'dateFrom', value: day }] },
    {
      id: 'until',
      title: '止',
      'x-component': 'date',
      rules: [{ rule: 'dateFrom', field: 'day' }],
      linkage: [{ when: { field: 'day', is: 'inRange', value: [day, day] }, effects: ['require'] }],
    },
  ]);
  const sent = { day: readTypedDay(day.replaceAll('-0', '-'), '2026-11-28'), until: addDays(day, -1) };
  const { values } = mergeSubmission(form, {}, sent, authority);
  const shown = dayjs(day, 'YYYY-MM-DD', true);
  return {
    day: values.day,
    required: evaluateLinkage(form, values).fields.until?.required,
    problems: validateForm(form, values, authority, { now }).map(({ message }) => message),
    text: textOfForm(form, values).map(({ text }) => text),
    calendar: shown.isValid() ? shown.format('YYYY-MM-DD') : undefined,
  };
});

const withToday = buildForm([{ id: 'day', title: '日期', 'x-component': 'date', default: 'today' }]);
process.stdout.write(
  JSON.stringify({
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    today: [localDateOf(now), todayDefaults(withToday, {}, authority, localDateOf(now)).day],
    results,
  }),
);
