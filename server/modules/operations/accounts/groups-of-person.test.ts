import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { people } from '#contract/people.ts';
import { workOrders } from '#contract/work-orders.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

const office = await testOffice();
const { db } = office.context;
const system = office.as('tianye');

/** Returns the digest of a person's details, as loaded by the dialog. */
const digestOf = async (id: string) => (await system.done(people.detail, { params: { id } })).digest;

describe('a user group that is granted or removed', () => {
  test('changes the to-do list with the next call', async () => {
    const letter = await openDesk(office).start('zhangwei', petition(7));
    const hudong = await system.done(people.detail, { params: { id: 'staff-hudong' } });
    const {
      org,
      department,
      mayRename: _mayRename,
      idCard: _idCard,
      mobile: _mobile,
      idCardFault: _idCardFault,
      id,
      ...rest
    } = hudong;
    const idsOf = (rows: { id: string }[]) => rows.map((row) => row.id);
    const write = async (groups: string[], orgId = org.id) =>
      system.done(people.edit, {
        params: { id },
        body: {
          ...rest,
          orgId,
          departmentId: department?.id ?? '',
          positions: idsOf(rest.positions),
          windows: idsOf(rest.windows),
          groups,
          digest: await digestOf(id),
        },
      });
    const waits = async () =>
      (await office.as('hudong').done(workOrders.todoPage, {})).rows.some(({ code }) => code === letter.code);
    expect(await waits()).toBe(false);
    await write(['petition-receivers']);
    expect(await waits()).toBe(true);
    await write([]);
    expect(await waits()).toBe(false);
    await write([], '330127-xfj');
    const { rows } = await sql<{ keys: string[] }>`
      select keys from staff_rights where staff_id = ${id}`.execute(db);
    const { keys } = rows[0] ?? {};
    expect(keys).toContain('org:330127-xfj');
    expect(keys).not.toContain(`org:${org.id}`);
  });
});
