import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listViews } from '#contract/list-views.ts';
import { people } from '#contract/people.ts';
import { testOffice } from '#test/world/office.ts';

const office = await testOffice();
const { db } = office.context;
const system = office.as('tianye');

const { name: processName } = await db
  .selectFrom('process_definitions')
  .select('name')
  .orderBy('name')
  .limit(1)
  .executeTakeFirstOrThrow();

describe('the preview of an offboarding', () => {
  const preview = (id: string) => system.done(people.offboardingCheck, { params: { id } });

  test('names the organisation of which the person is the last archivist', async () => {
    const { name } = await db
      .selectFrom('staff as s')
      .innerJoin('organisations as o', 'o.id', 's.org_id')
      .select('o.name')
      .where('s.id', '=', 'staff-zengli')
      .executeTakeFirstOrThrow();
    expect((await preview('staff-zengli')).archiveOf).toBe(name);
    // The petition office has two archivists.
    expect((await preview('staff-sunlei')).archiveOf).toBeNull();
  });

  test('names the processes with the person, and counts the views shared with colleagues', async () => {
    const { processes, sharedViews } = await preview('staff-wujianguo');
    expect([processes, sharedViews]).toEqual([[], 0]);
    const leader = office.as('wujianguo');
    const { id } = await leader.done(listViews.create, {
      body: { list: 'todo', name: '电梯件', content: { filters: {} } },
    });
    await leader.done(listViews.change, { params: { id }, body: { shared: true } });
    await sql`update process_definitions set definition =
      jsonb_set(definition, '{administratorKey}', '"staff:staff-wujianguo"') where name = ${processName}`.execute(
      db,
    );
    expect(await preview('staff-wujianguo')).toMatchObject({ processes: [processName], sharedViews: 1 });
  });
});
