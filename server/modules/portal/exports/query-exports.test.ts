import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { exportCalls, exportTasks } from '#contract/exports.ts';
import { orderQuery } from '#contract/order-query.ts';
import { openExportDesk, sheetOf } from '#test/world/export-desk.ts';
import { openSession } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';
import { listOfPath } from './registry.ts';
import { writeExports } from './service.ts';

/**
 * Tests for exports of the combined query (docs/decisions/0142): each page has its own permissions, and the
 * log contains its path.
 */

const {
  office,
  context,
  clock,
  db,
  desk,
  clerk,
  bytesAt,
  exportWith,
  download,
  lastAuditRecord,
  states,
  reset,
} = await openExportDesk();
const supervisor = office.as('fangning');

describe('an export of the query', () => {
  test('has the orders of its page, in the same sequence, with the names masked', async () => {
    await reset();
    const { rows } = await clerk.done(orderQuery.page, { query: { titleWords: '反映', size: '50' } });
    const task = await exportWith({ list: 'query-own', query: { titleWords: '反映' } });
    const sheet = await sheetOf((await download(task.id)).bytes);
    expect(rows.length).toBeGreaterThan(0);
    expect(sheet.slice(1, -1).map(([code]) => code)).toEqual(rows.map(({ code }) => code));
    const column = sheet[0]?.indexOf('申请人') ?? -1;
    for (const row of sheet.slice(1, -1)) expect(row[column]).toContain('*');
    const oldest = await exportWith({ list: 'query-own', query: { sort: 'startedAt', order: 'asc' } });
    const ascending = await sheetOf((await download(oldest.id)).bytes);
    const page = await clerk.done(orderQuery.page, { query: { order: 'asc', size: '50' } });
    expect(ascending.slice(1, -1).map(([code]) => code)).toEqual(page.rows.map(({ code }) => code));
  });

  test('contains other organisations only with the permission, regardless of the query', async () => {
    await reset();
    await desk.start('zhangwei', petition(77));
    for (const call of [exportTasks.check, exportTasks.request] as const) {
      const answer = await clerk.call(call, { body: { list: 'query-cross' } });
      expect(answer.body.errcode).toBe(403);
    }
    const direct = exportCalls.dynamic.path.replace(':apiCode', 'query-cross');
    const token = await openSession(office, 'lina');
    expect((await bytesAt(direct, token, { json: { scope: 'own' } })).status).toBe(403);

    const stranger = await office
      .as('xujun')
      .done(exportTasks.check, { body: { list: 'query-own', query: { scope: 'cross' } } });
    expect(stranger.decision).toBe('nothing');
    const allOrders = await exportWith({ list: 'query-cross', query: { scope: 'own' } }, supervisor);
    expect(allOrders.rowsInAll).toBe(4);
    const sheet = await sheetOf((await download(allOrders.id, 'fangning')).bytes);
    expect(sheet).toHaveLength(4 + 2);
  });

  test('is neither written nor downloaded when the permission was removed meanwhile', async () => {
    await reset();
    const finished = await exportWith({ list: 'query-cross' }, supervisor);
    clock.forward(1_000);
    await supervisor.done(exportTasks.request, { body: { list: 'query-cross' } });
    const removed = await sql<{ role_code: string }>`delete from role_permissions
      where permission = 'work-order:query-cross' returning role_code`.execute(db);
    await writeExports(context);
    expect(await states(supervisor)).toEqual(['failed', 'done']);
    const path = exportTasks.file.path.replace(':id', finished.id);
    expect((await bytesAt(path, await openSession(office, 'fangning'))).status).toBe(403);
    for (const { role_code } of removed.rows)
      await sql`insert into role_permissions values (${role_code}, 'work-order:query-cross')`.execute(db);
  });

  test('contains only orders of items with second approval', async () => {
    await reset();
    const request = { body: { list: 'query-seconds' } };
    expect(await clerk.done(exportTasks.check, request)).toMatchObject({ decision: 'nothing' });
    await sql`update business_items set second_approval = true where task_code = 'petition-letter'`.execute(
      db,
    );
    expect(await clerk.done(exportTasks.check, request)).toMatchObject({ decision: 'export' });
    await sql`update business_items set second_approval = false`.execute(db);
  });

  test.each([
    ['/query/all', 'query-own', '自有业务'],
    ['/query/cross', 'query-cross', '跨区域业务'],
    ['/query/seconds', 'query-seconds', '二次审批业务'],
  ])(
    'contains the list of page %s, and the audit log names its kind of business (S2 §2)',
    async (path, list, place) => {
      await reset();
      expect(listOfPath(path)).toBe(list);
      expect(listOfPath(path.replace('/query', '#'))).toBe(list);
      await exportWith({ list: 'query-own', pagePath: path });
      expect(await lastAuditRecord('export.ask')).toMatchObject({ pagePath: path, place });
    },
  );

  test('lists its filters with names in place of codes', async () => {
    await reset();
    const query = {
      taskCode: 'petition-letter',
      categoryId: (
        await sql<{ id: string }>`select category_id as id from business_items
          where task_code = 'petition-letter' limit 1`.execute(db)
      ).rows[0]?.id,
      orgCode: (
        await sql<{ id: string }>`select o.code as id from organisations o
          join staff s on s.org_id = o.id where s.id = 'staff-lina'`.execute(db)
      ).rows[0]?.id,
      areaCode: '330127',
      initiator: 'staff-lina',
      status: 2,
    };
    const task = await clerk.done(exportTasks.request, { body: { list: 'query-own', query } });
    expect(task.filters).toMatch(
      /^事项：群众来信办理；办理状态：.+；所属区划：淳安县；受理机构：淳安县信访局；事项分类：[^a-z]+；发起人：李娜$/,
    );
    for (const value of [query.categoryId, query.orgCode, 'staff-lina'])
      expect(task.filters).not.toContain(value);
  });
});
