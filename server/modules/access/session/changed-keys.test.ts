import pg from 'pg';
import { expect, test } from 'vitest';
import { home } from '#contract/home.ts';
import { notifyChannel, readPayload, reconnectStreams } from '#server/kernel/http/notify.ts';
import { testOffice } from '#test/world/office.ts';

/**
 * Tests that an open page gets events for its user's current candidate keys, not for those at the time when
 * the page was opened.
 */

const office = await testOffice();
const { db } = office.context;

test('gaining or losing a post reopens the event streams of a signed-in person only', async () => {
  const client = new pg.Client({ connectionString: office.database.url });
  await client.connect();
  const reconnected: string[] = [];
  client.on('notification', ({ payload = '' }) => {
    const { event, topics } = readPayload(payload) ?? { event: '', topics: [] };
    if (event === reconnectStreams) reconnected.push(...topics);
  });
  await client.query(`listen ${notifyChannel}`);
  await office.as('hudong').done(home.page, {});
  await db.deleteFrom('sessions').where('staff_id', '=', 'staff-xujun').execute();
  const post = { position_id: 'petition-examiner' };
  const grantPosition = (staff_id: string) =>
    db
      .insertInto('staff_positions')
      .values({ staff_id, ...post })
      .execute();
  const revokePosition = (staff_id: string) =>
    db
      .deleteFrom('staff_positions')
      .where('staff_id', '=', staff_id)
      .where('position_id', '=', post.position_id)
      .execute();
  for (const staffId of ['staff-hudong', 'staff-xujun']) await grantPosition(staffId);
  await client.query('select 1');
  expect(reconnected).toEqual(['staff:staff-hudong']);
  for (const staffId of ['staff-hudong', 'staff-xujun']) await revokePosition(staffId);
  // A change of the name does not reopen streams.
  await db.updateTable('staff').set({ name: '胡东东' }).where('id', '=', 'staff-hudong').execute();
  await client.query('select 1');
  expect(reconnected).toEqual(['staff:staff-hudong', 'staff:staff-hudong']);
  await client.end();
});
