import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { copies } from '#contract/copies.ts';
import { exportTasks } from '#contract/exports.ts';
import { initiation } from '#contract/initiation.ts';
import { messages } from '#contract/messages.ts';
import { session } from '#contract/session.ts';
import { workOrders } from '#contract/work-orders.ts';
import { cleanUpFiles } from '#server/modules/records/files/service.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { fileOf, formula, openExportDesk, sheetOf } from '#test/world/export-desk.ts';
import { openSession } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';
import { unzip } from '#test/world/unzip.ts';
import { exportableLists } from './registry.ts';
import { cleanUpExports, writeExports } from './service.ts';

/** Tests for lists as files (docs/decisions/0142): who may export which list, and the contents of the files. */

const { office, context, clock, db, desk, clerk, formulaCode, ...exporting } = await openExportDesk();
const { bytesAt, exportWith, download, storedFiles, lastAuditRecord, states, reset, openLetter } = exporting;
const day = 86_400_000;

describe('the export calls', () => {
  const request = { list: 'initiated', query: {} };
  const open = async () => ({
    params: { id: (await clerk.done(exportTasks.request, { body: request })).id },
  });
  const cancelledTask = async () => {
    await reset();
    const request = await open();
    await clerk.done(exportTasks.cancel, request);
    return request;
  };
  const { file: _file, ...calls } = exportTasks;
  describeCalls(office, calls, {
    check: {
      caller: 'lina',
      request: { body: request },
      refusedFor: { tianye: 403 },
      invalidInputs: [
        {
          makeInvalid: () => ({
            body: { list: 'initiated', query: { startDate: '2026-13-01', due: 'soonish' } },
          }),
          expectedProblems: [
            ['startDate', '日期无法识别，请按“2026-11-20”填写'],
            ['due', '不是可选的值'],
          ],
        },
      ],
      checkAnswer: (answer) => {
        expect(answer).toMatchObject({ decision: 'export', rows: 3, message: '' });
        expect(answer.columns.map(({ title }) => title)).toContain('流水号');
      },
    },
    request: {
      caller: 'lina',
      request: async () => {
        await reset();
        return { body: { ...request, columns: ['code', 'title'], pagePath: '/my-initiated' } };
      },
      refusedFor: { dongmei: 403 },
      invalidInputs: [
        {
          makeInvalid: () => ({ body: { ...request, columns: ['secret'] } }),
          expectedProblems: [['columns', '该列不存在']],
        },
      ],
      checkAnswer: async (answer) => {
        expect(answer).toMatchObject({
          state: 'waiting',
          rows: 0,
          rowsInAll: 3,
          format: 'xlsx',
          title: '我发起的',
        });
        expect(answer.fileName).toMatch(/^我发起的-20260302-\d{4}\.xlsx$/);
      },
    },
    mine: {
      caller: 'lina',
      request: {},
      refusedFor: {},
      checkAnswer: ({ rows }) => expect(rows).toHaveLength(1),
    },
    cancel: {
      caller: 'lina',
      request: async () => {
        await reset();
        return open();
      },
      refusedFor: { zhangwei: 404 },
      checkAnswer: (answer) => expect(answer.state).toBe('cancelled'),
    },
    retry: {
      caller: 'lina',
      request: cancelledTask,
      refusedFor: { zhangwei: 404 },
      checkAnswer: (answer) => expect(answer.state).toBe('waiting'),
    },
  });
});

describe('an exportable list', () => {
  test('has the access rule of the route of its own call', () => {
    for (const list of exportableLists) {
      const mounted = office.app.mounted.find(({ endpoint }) => endpoint === list.endpoint);
      expect(mounted?.access, list.name).toEqual(list.access);
    }
    expect(new Set(exportableLists.map(({ name }) => name)).size).toBe(exportableLists.length);
  });

  test('is refused to operators', async () => {
    for (const account of ['tianye', 'xiaohan', 'yuanyuan'])
      for (const { name } of exportableLists) {
        if (account === 'xiaohan' && name === 'calendar-moved') continue;
        const answer = await office.as(account).call(exportTasks.check, { body: { list: name } });
        expect(answer.body.errcode, `${account} ${name}: ${answer.text}`).toBe(403);
      }
    const unknown = await clerk.call(exportTasks.check, { body: { list: 'nowhere' } });
    expect(unknown.body).toMatchObject({ errcode: 404, errmsg: '没有可以导出的列表' });
  });

  // The others need a bill or an edit of the calendar, and are tested with their modules.
  test.each(
    exportableLists.map(({ name }) => name).filter((name) => !/payment-day|calendar-moved/.test(name)),
  )('has the rows of its own call in the same order: %s', async (name) => {
    await reset();
    const list = exportableLists.find((entry) => entry.name === name);
    const account =
      {
        todo: 'liuyang',
        copied: 'chenjing',
        'query-cross': 'fangning',
        'dashboard-orders': 'shenjie',
        archive: 'fangning',
        'archive-destruction': 'fangning',
        supervision: 'sunlei',
      }[name] ?? 'lina';
    const person = office.as(account);
    if (!list) throw new Error(name);
    if (name === 'drafts') {
      const { taskCode, itemDeployId, applyer, workorderForms } = petition(9).start;
      await clerk.done(initiation.saveDraft, { body: { taskCode, itemDeployId, applyer, workorderForms } });
    }
    if (name === 'copied') {
      const order = await desk.start('lina', petition(10));
      const body = {
        traceId: await desk.traceAt(order, 'receive'),
        receivers: ['staff:staff-chenjing'],
        reason: '请知悉',
      };
      await office.as('liuyang').done(copies.copy, { body });
    }
    if (name === 'supervision') await openLetter();
    if (name === 'query-seconds')
      await db.updateTable('business_items').set({ second_approval: true }).execute();
    if (name === 'archive')
      await sql`insert into archive_entries
            (workorder_id, state, asked_at, org_id, code, number, title, task_code, item_name, concluded_on)
          select id, 'waiting', now(), org_id, code, code, title, task_code, item_name, '2026-03-02'
          from work_orders limit 2`.execute(db);
    if (name === 'archive-destruction')
      await sql`with entry as (
            insert into archive_entries
              (workorder_id, state, asked_at, org_id, code, title, task_code, item_name, concluded_on)
            select id, 'waiting', now(), org_id, code, title, task_code, item_name, '2026-03-02' from work_orders limit 1
            on conflict (workorder_id) do update set reason = '' returning workorder_id, org_id
          ), list as (
            insert into archive_destructions (id, number, org_id, org_name, state, made_at, made_by_id, made_by)
            select 'list', 'XH2037-0001', org_id, '', 'proposed', now(), 'staff-fangning', '' from entry returning id, number
          ), appraisal as (
            insert into archive_appraisals (id, workorder_id, outcome, reason, even_handed_over, by_id, by_name, at)
            select 'appraisal', workorder_id, 'destroy', '', false, 'staff-fangning', '', now() from entry returning id
          )
          insert into archive_destruction_items
          select list.id, 1, entry.workorder_id, appraisal.id, '', list.number, '', '', '', 2026, 'D10', '2026-03-02',
            '2036-12-31', 1, 1, 0, 0, '', '', '', '' from entry, list, appraisal`.execute(db);
    const scope: Record<string, string> = {};
    if (name.startsWith('query-')) scope.scope = name.slice('query-'.length);
    const page = (await person.done(list.endpoint, { query: { size: '200', ...scope } })) as {
      rows: object[];
      total: number;
    };
    const task = await exportWith({ list: name, format: 'xlsx' }, person);
    const rows = await sheetOf((await download(task.id, account)).bytes);
    expect(rows[0]).toEqual(list.columns.map(({ title }) => title));
    expect(rows).toHaveLength(page.rows.length + 2);
    for (const [index, row] of page.rows.entries()) {
      const code = 'code' in row ? row.code : (row as { title: string; itemName: string }).title;
      expect(rows[index + 1]?.[0]).toBe(code);
    }
    expect(rows.at(-1)?.[0]).toMatch(new RegExp(`^共 ${page.rows.length} 条；导出人：`));
  });
});

describe('an export file', () => {
  test('has masked values, codes as texts, local times, no formula and the name of the exporter', async () => {
    await reset();
    const task = await exportWith({
      list: 'initiated',
      columns: ['code', 'title', 'applicantName', 'startedAt', 'urgeCount', 'due'],
    });
    const { bytes, headers } = await download(task.id);
    expect(headers['content-disposition']).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent(task.fileName)}`,
    );
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    const rows = await sheetOf(bytes);
    expect(rows[0]).toEqual(['流水号', '办件名称', '申请人', '发起时间', '催办次数', '全程时限']);
    const page = await clerk.done(workOrders.initiatedPage);
    const expectedRows = page.rows.map(({ code, title, applicantName, startedAt, urgeCount }) => [
      code,
      title,
      applicantName,
      new Date(new Date(startedAt).getTime() + 8 * 3_600_000).toISOString().slice(0, 16),
      urgeCount,
    ]);
    expect(
      rows
        .slice(1, -1)
        .map((row) => [...row.slice(0, 3), (row[3] as Date).toISOString().slice(0, 16), row[4]]),
    ).toEqual(expectedRows);
    expect(rows.flat()).toContain(formula);
    expect(rows[1]?.[5]).toMatch(/^2026-\d\d-\d\d 余 \d+ 个工作日$/);
    expect(rows.at(-1)?.[0]).toMatch(
      /^共 4 条；导出人：李娜（.+）；导出时间：2026-03-02 \d\d:\d\d；导出条件：全部$/,
    );

    const parts = unzip(bytes);
    const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet).not.toContain('<f>');
    expect(sheet).toContain('state="frozen"');
    expect(sheet).toMatch(/<col min="1" max="1" width="\d+"/);
    expect([...parts.keys()]).toContain('[Content_Types].xml');
    const detail = JSON.stringify(await lastAuditRecord('export.download'));
    expect(detail).toContain('"list":"initiated"');
  });

  test('is safe in a spreadsheet program as CSV, and describes its filters in Chinese', async () => {
    await reset();
    const query = {
      keyword: formulaCode,
      startDate: '2026-01-01',
      endDate: '2026-03-31',
      areaCode: '330127',
    };
    const task = await exportWith({ list: 'initiated', query, format: 'csv', columns: ['title', 'code'] });
    const { text, headers } = await download(task.id);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = text.split('\r\n');
    expect(lines[0]).toBe('\ufeff办件名称,流水号');
    expect(lines[1]).toMatch(/^"'=HYPERLINK\(""http/);
    expect(lines[2]).toContain(
      `导出条件：关键词：${formulaCode}；发起日期：2026-01-01 至 2026-03-31；所属区划：淳安县`,
    );
  });

  test('contains only the selected rows, regardless of the filters', async () => {
    await reset();
    const page = await clerk.done(workOrders.initiatedPage);
    const [first, , third] = page.rows;
    const ids = [third?.id ?? '', first?.id ?? '', randomUUID()];
    const task = await exportWith({
      list: 'initiated',
      ids,
      query: { keyword: '没有这个' },
      columns: ['code'],
    });
    const rows = await sheetOf((await download(task.id)).bytes);
    expect(rows.slice(1, -1)).toEqual([[first?.code], [third?.code]]);
    expect(rows.at(-1)?.[0]).toContain('导出条件：勾选 3 条；1 条已不在列表中，未导出');
    const finished = (await clerk.done(exportTasks.mine)).rows.find(({ id }) => id === task.id);
    expect(finished).toMatchObject({ rows: 2, leftOut: 1 });
    expect((await clerk.done(messages.list)).rows[0]?.content).toContain(
      '共 2 条，1 条已不在列表中，未导出，',
    );
    // Another person's rows are in none of this person's lists.
    const other = await office.as('zhangwei').done(exportTasks.request, { body: { list: 'initiated', ids } });
    await writeExports(context);
    expect(await sheetOf((await download(other.id, 'zhangwei')).bytes)).toHaveLength(2);
  });

  test('is available only to its owner, by token or by a one-time ticket for it', async () => {
    await reset();
    const task = await exportWith({ list: 'initiated' });
    const path = fileOf(task.id);
    expect((await bytesAt(path, '')).status).toBe(401);
    expect((await bytesAt(path, await openSession(office, 'zhangwei'))).status).toBe(404);
    const ticketFor = async (subject: string) =>
      (await clerk.done(session.createTicket, { body: { purpose: 'download', subject } })).ticket;
    const query = { ticket: await ticketFor(task.id) };
    expect((await bytesAt(path, '', { query })).status).toBe(200);
    expect((await bytesAt(path, '', { query })).status).toBe(401);
    expect((await bytesAt(path, '', { query: { ticket: await ticketFor(randomUUID()) } })).status).toBe(401);
  });

  test('is refused to an owner who has lost the right to the list', async () => {
    await reset();
    const task = await exportWith({ list: 'initiated' });
    await db.insertInto('staff_roles').values({ staff_id: 'staff-lina', role_code: 'audit-admin' }).execute();
    const answer = await bytesAt(fileOf(task.id), await openSession(office, 'lina'));
    await db
      .deleteFrom('staff_roles')
      .where('staff_id', '=', 'staff-lina')
      .where('role_code', '=', 'audit-admin')
      .execute();
    expect(answer.status).toBe(403);
  });

  test.each<[string, { removeRight: string; restoreRight: string }, RegExp]>([
    [
      'moved to another organisation',
      {
        removeRight: "update staff set org_id = '330127-rsj', department_id = null where id = 'staff-lina'",
        restoreRight:
          "update staff set org_id = '330127-xfj', department_id = '330127-xfj-bxk' where id = 'staff-lina'",
      },
      /已调离/,
    ],
    [
      'lost a role',
      {
        removeRight: "delete from staff_roles where staff_id = 'staff-lina'",
        restoreRight: "insert into staff_roles values ('staff-lina', 'window-clerk')",
      },
      /权限/,
    ],
    [
      'lost a group',
      {
        removeRight: "delete from staff_groups where staff_id = 'staff-lina'",
        restoreRight: "insert into staff_groups values ('staff-lina', 'petition-receivers')",
      },
      /岗位/,
    ],
  ])(
    'is refused to an owner who has %s since, also with a ticket',
    async (_what, { removeRight, restoreRight }, message) => {
      await reset();
      const task = await exportWith({ list: 'initiated' });
      const fetchNow = async () => bytesAt(fileOf(task.id), await openSession(office, 'lina'));
      await sql.raw(removeRight).execute(db);
      const answer = await fetchNow();
      const ticket = { body: { purpose: 'download', subject: task.id } };
      const refused = await clerk.call(session.createTicket, ticket);
      const [row] = (await clerk.done(exportTasks.mine)).rows;
      await sql.raw(restoreRight).execute(db);
      expect([answer.status, JSON.parse(answer.text).errmsg]).toEqual([403, expect.stringMatching(message)]);
      expect(refused.body).toMatchObject({ errcode: 403, errmsg: expect.stringMatching(message) });
      expect(row?.refusedBecause).toMatch(message);
      // When the right is restored, the person may fetch the file again: the row was not changed.
      expect((await fetchNow()).status).toBe(200);
    },
  );

  test('is refused when an earlier version made it without recorded rights', async () => {
    await reset();
    const task = await exportWith({ list: 'initiated' });
    await db.updateTable('exports').set({ made_under: null }).execute();
    const answer = await bytesAt(fileOf(task.id), await openSession(office, 'lina'));
    expect([answer.status, JSON.parse(answer.text).errmsg]).toEqual([403, expect.stringContaining('升级前')]);
  });

  test('is reported as lost when the disk has lost it, and no download is recorded', async () => {
    await reset();
    const task = await exportWith({ list: 'initiated' });
    const { file_id } = await db.selectFrom('exports').select('file_id').executeTakeFirstOrThrow();
    await context.files.remove(file_id ?? '');
    const listDownloadRecords = () =>
      db.selectFrom('audit_links').select('seq').where('action', '=', 'export.download').execute();
    const before = await listDownloadRecords();
    const answer = await bytesAt(fileOf(task.id), await openSession(office, 'lina'));
    expect([answer.status, JSON.parse(answer.text).errmsg]).toEqual([404, '导出文件已丢失，请重新导出']);
    expect(await listDownloadRecords()).toEqual(before);
  });

  test('is retained for seven days, and then its row and bytes are deleted', async () => {
    await reset();
    const task = await exportWith({ list: 'initiated' });
    const [row] = (await clerk.done(exportTasks.mine)).rows;
    expect(row?.keptUntil).toBe(new Date(clock.now.getTime() + 7 * day).toISOString());
    const before = await storedFiles();
    await cleanUpFiles(context);
    expect(await storedFiles()).toEqual(before);
    const now = clock.now;
    clock.forward(7 * day + 1);
    // The list no longer shows it, although the hourly clean-up has not run yet.
    expect(await states()).toEqual([]);
    expect((await bytesAt(fileOf(task.id), await openSession(office, 'lina'))).status).toBe(404);
    await cleanUpExports(context);
    clock.now = now;
    expect((await clerk.done(exportTasks.mine)).rows).toEqual([]);
    expect(before.filter((name) => !name.endsWith('.doubt')).length - (await storedFiles()).length).toBe(1);
  });
});
