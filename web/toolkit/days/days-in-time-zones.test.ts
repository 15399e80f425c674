import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { addDays } from '#domain/calendar/local-date.ts';

/** Days without midnight in Shanghai, a day that Apia skipped, one without midnight in São Paulo, and a leap day. */
const days = [
  '1919-04-13',
  '1940-06-01',
  '1941-03-15',
  '1942-01-31',
  '1946-05-15',
  '1947-04-15',
  '1948-05-01',
  '1949-05-01',
  '1900-01-01',
  '2011-12-30',
  '2018-11-04',
  '2024-02-29',
];

it.each(['Asia/Shanghai', 'America/Los_Angeles', 'Pacific/Apia', 'America/Sao_Paulo'])(
  'a day is the same text from input to document in %s',
  (zone) => {
    const printed = execFileSync(process.execPath, ['test/world/time-zone-child.ts', JSON.stringify(days)], {
      env: { ...process.env, TZ: zone },
      encoding: 'utf8',
    });
    expect(JSON.parse(printed)).toEqual({
      zone,
      today: ['2026-11-28', '2026-11-28'],
      results: days.map((day) => ({
        day,
        required: true,
        problems: [`日期不能早于${day}`],
        text: [day, addDays(day, -1)],
        // The calendar of a browser there cannot offer it; the day is typed then.
        ...(zone === 'Pacific/Apia' && day === '2011-12-30' ? {} : { calendar: day }),
      })),
    });
  },
);
