import { expect, test } from 'vitest';
import { substitutes } from '#contract/substitutes.ts';
import { testOffice } from '#test/world/office.ts';

const office = await testOffice();

test('the list of all substitute rules is sorted by creation time in both directions', async () => {
  const now = office.clock.now.getTime();
  for (const [days, account] of ['zhaomin', 'shenjie', 'wujianguo'].entries()) {
    const body = {
      substituteId: 'staff-hudong',
      startsOn: new Date(now + (days + 1) * 86_400_000).toISOString().slice(0, 10),
      endsOn: new Date(now + (days + 4) * 86_400_000).toISOString().slice(0, 10),
      takesOpen: true,
    };
    await office.as(account).done(substitutes.set, { body });
    office.clock.now = new Date(office.clock.now.getTime() + 60_000);
  }
  const listed = async (order?: 'asc' | 'desc') => {
    const { rows } = await office.as('shenjie').done(substitutes.all, { query: order ? { order } : {} });
    return rows.map(({ absent }) => absent.name);
  };
  const newestFirst = await listed();
  expect(newestFirst).toHaveLength(3);
  expect(await listed('desc')).toEqual(newestFirst);
  expect(await listed('asc')).toEqual(newestFirst.toReversed());
});
