import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { exportCalls, exportTasks } from '#contract/exports.ts';
import { messages } from '#contract/messages.ts';
import { session } from '#contract/session.ts';
import { formula, openExportDesk, sheetOf } from '#test/world/export-desk.ts';
import { openSession } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';
import { unzip } from '#test/world/unzip.ts';
import * as queries from './queries.ts';
import { listOfPath } from './registry.ts';
import { writeExports } from './service.ts';

/** Tests for writing exports: by the job, by the calls of the specification, and with many rows. */

const { office, context, clock, db, desk, clerk, formulaCode, ...exporting } = await openExportDesk();
const { bytesAt, exportWith, download, storedFiles, storedParts, lastAuditRecord, states, reset } = exporting;

describe('the export job', () => {
  test('notifies its owner by an in-portal message', async () => {
    await reset();
    const task = await exportWith({ list: 'initiated' });
    const { rows } = await clerk.done(messages.list);
    expect(rows[0]).toMatchObject({ kind: 'export', title: '导出完成：我发起的', workorderCode: null });
    expect(rows[0]?.content).toContain(task.fileName);
    expect(await states()).toEqual(['done']);
  });

  test('writes one file when a worker dies: the next worker starts again', async () => {
    await reset();
    await clerk.done(exportTasks.request, { body: { list: 'initiated' } });
    const claimed = await queries.claimNextExport(db, 'dead worker', 60);
    expect(claimed?.tries).toBe(1);
    // Its worker reports progress, so no other worker claims it.
    await writeExports(context);
    expect(await states()).toEqual(['running']);
    await sql`update exports set told_at = clock_timestamp() - interval '61 seconds'`.execute(db);
    const before = (await storedFiles()).length;
    await writeExports(context);
    expect(await states()).toEqual(['done']);
    expect((await storedFiles()).length - before).toBe(1);
    // The first worker continues, and finds that it no longer has the claim.
    expect(await queries.reportProgress(db, claimed?.id ?? '', 'dead worker', 1)).toBe(false);
  });

  test('keeps the file of a finished export when the disk fails after the commit', async () => {
    await reset();
    const task = await clerk.done(exportTasks.request, { body: { list: 'initiated' } });
    const confirm = () => Promise.reject(new Error('The disk is not available'));
    await writeExports({ ...context, files: { ...context.files, confirm } });
    expect(await states()).toEqual(['done']);
    expect((await download(task.id)).bytes.length).toBeGreaterThan(0);
  });

  test('gives up after three workers have died, and can be retried', async () => {
    await reset();
    const task = await clerk.done(exportTasks.request, { body: { list: 'initiated' } });
    await sql`update exports set state = 'running', tries = 3, told_at = clock_timestamp() - interval '1 hour'`.execute(
      db,
    );
    await writeExports(context);
    expect(await states()).toEqual(['failed']);
    expect((await clerk.done(messages.list)).rows[0]?.title).toBe('导出异常：我发起的');
    await clerk.done(exportTasks.retry, { params: { id: task.id } });
    await writeExports(context);
    expect(await states()).toEqual(['done']);
    const again = await clerk.call(exportTasks.retry, { params: { id: task.id } });
    expect(again.body.errmsg).toBe('只有未完成的导出任务可以重试');
  });

  test('starts again after a temporary failure of the disk, and sends one notification', async () => {
    await reset();
    await clerk.done(exportTasks.request, { body: { list: 'initiated' } });
    const fileCount = (await storedFiles()).length;
    const messageCount = (await clerk.done(messages.list)).total;
    let failures = 2;
    const receive: typeof context.files.receive = async (id, bytes) => {
      const file = await context.files.receive(id, bytes);
      if (failures-- === 0) return file;
      await file.discard();
      throw new Error('terminating connection due to administrator command');
    };
    await writeExports({ ...context, files: { ...context.files, receive } });
    expect(await states()).toEqual(['done']);
    expect((await clerk.done(messages.list)).total - messageCount).toBe(1);
    expect((await storedFiles()).length - fileCount).toBe(1);
  });

  test('waits while the disk is nearly full, and continues when there is space (0178)', async () => {
    await reset();
    await clerk.done(exportTasks.request, { body: { list: 'initiated' } });
    await clerk.done(exportTasks.request, { body: { list: 'initiated' } });
    let isFull = false;
    const space = {
      async lacksSpace() {
        const answer = isFull;
        isFull = true;
        return answer;
      },
    };
    // The disk fills while the first is written: the second waits and is not tried.
    await writeExports({ ...context, space });
    expect((await states()).sort()).toEqual(['done', 'waiting']);
    await writeExports({ ...context, space });
    const { tries } = await db
      .selectFrom('exports')
      .select('tries')
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow();
    expect(tries).toBe(0);
    await writeExports(context);
    expect(await states()).toEqual(['done', 'done']);
  });

  test('gives up after three failures, and leaves nothing on the disk', async () => {
    await reset();
    const task = await clerk.done(exportTasks.request, { body: { list: 'initiated' } });
    const before = await storedFiles();
    let tried = 0;
    const receive: typeof context.files.receive = async (id, bytes) => {
      tried += 1;
      const file = await context.files.receive(id, bytes);
      return { ...file, keep: () => file.keep().then(() => Promise.reject(new Error('ENOSPC'))) };
    };
    await writeExports({ ...context, files: { ...context.files, receive } });
    expect(tried).toBe(3);
    expect(await states()).toEqual(['failed']);
    expect((await clerk.done(messages.list)).rows[0]?.title).toBe('导出异常：我发起的');
    expect(await storedFiles()).toEqual(before);
    await clerk.done(exportTasks.retry, { params: { id: task.id } });
    await writeExports(context);
    expect(await states()).toEqual(['done']);
  });

  test('applies the rights of its owner when it runs: without them there is no file', async () => {
    await reset();
    await clerk.done(exportTasks.request, { body: { list: 'initiated' } });
    await db.updateTable('staff').set({ disabled_at: clock.now }).where('id', '=', 'staff-lina').execute();
    await writeExports(context);
    await db.updateTable('staff').set({ disabled_at: null }).where('id', '=', 'staff-lina').execute();
    expect(await states()).toEqual(['failed']);
  });

  test('accepts at most three open exports per person', async () => {
    await reset();
    const body = { list: 'initiated' };
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => clerk.call(exportTasks.request, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429]);
    expect(
      (await office.as('zhangwei').call(exportTasks.request, { body: { list: 'todo' } })).body.errcode,
    ).not.toBe(429);
    await writeExports(context);
    expect(await states()).toEqual(['done', 'done', 'done']);
  });

  test('skips a cancelled export, which cannot be cancelled again', async () => {
    await reset();
    const task = await clerk.done(exportTasks.request, { body: { list: 'initiated' } });
    await clerk.done(exportTasks.cancel, { params: { id: task.id } });
    await writeExports(context);
    expect(await states()).toEqual(['cancelled']);
    const again = await clerk.call(exportTasks.cancel, { params: { id: task.id } });
    expect(again.body.errmsg).toBe('该导出任务已结束');
  });
});

describe('the calls of the specification (S2 §7)', () => {
  test('exportWorkorderTasks returns the file in a new window, by a one-time ticket and by its page', async () => {
    const { path } = exportCalls.workorderTasks;
    const { ticket } = await clerk.done(session.createTicket, {
      body: { purpose: 'download', subject: 'exportWorkorderTasks' },
    });
    const query = {
      ticket,
      pagePath: '/my-initiated',
      keyword: formulaCode,
      hallId: '',
      page: '1',
      size: '3',
    };
    const { status, bytes, headers } = await bytesAt(path, '', { query });
    expect(status).toBe(200);
    expect(decodeURIComponent(String(headers['content-disposition']))).toMatch(
      /^attachment; filename\*=UTF-8''我发起的-/,
    );
    expect((await sheetOf(bytes))[1]?.[1]).toBe(formula);
    expect((await bytesAt(path, '', { query })).status).toBe(401);
    const invalid = await bytesAt(path, await openSession(office, 'lina'), { query: { colour: 'red' } });
    expect(JSON.parse(invalid.text)).toMatchObject({
      errcode: 400,
      problems: [{ field: 'colour', message: '不支持的参数' }],
    });
    expect(await lastAuditRecord('export.answer')).toMatchObject({
      list: 'initiated',
      rows: 1,
      pagePath: '/my-initiated',
    });
  });

  test('the page determines the list, in a path or a hash route', () => {
    const paths = ['/done', '/app/#/done?x=1', '/affair', '/', '/cross', '/seconds', '', '/constructor'];
    expect(paths.map(listOfPath)).toEqual([
      ...['done', 'done', 'mine'],
      ...['query-own', 'query-cross', 'query-seconds'],
      ...['todo', 'todo'],
    ]);
  });

  test('dynamic/api/export/{apiCode} returns a list by its name, filtered, with the page in the log (S2 §2)', async () => {
    const path = exportCalls.dynamic.path.replace(':apiCode', 'initiated');
    const token = await openSession(office, 'lina');
    const json = { page: 1, size: 3, keyword: formulaCode, pagePath: '/cross' };
    const { status, bytes } = await bytesAt(path, token, { json });
    expect(status).toBe(200);
    expect(await sheetOf(bytes)).toHaveLength(3);
    expect(await lastAuditRecord('export.answer')).toMatchObject({ place: '跨区域业务' });
    const none = await bytesAt(path, token, { json: { keyword: '没有这个' } });
    expect(JSON.parse(none.text)).toMatchObject({ errcode: 400, errmsg: '没有可导出的数据' });
    expect((await bytesAt(path.replace('initiated', 'nowhere'), token, { json })).status).toBe(404);
    expect((await bytesAt(path, await openSession(office, 'tianye'), { json })).status).toBe(403);
    expect(await storedParts()).toEqual([]);
  });

  test('dynamic/api/export allows twenty calls in ten minutes per person', async () => {
    const path = exportCalls.dynamic.path.replace(':apiCode', 'initiated');
    const token = await openSession(office, 'zhangwei');
    await desk.start('zhangwei', petition(30));
    const answered: number[] = [];
    for (let n = 0; n < 21; n++) answered.push((await bytesAt(path, token, { json: {} })).status);
    expect(answered.slice(-2)).toEqual([200, 429]);
  });
});

describe('an export of twelve thousand rows', () => {
  beforeAll(async () => {
    await sql`insert into work_orders
      select copy.* from generate_series(1, 12000) n
      cross join (select * from work_orders where initiator_id = 'staff-lina' and title <> ${formula} limit 1) o
      cross join jsonb_populate_record(null::work_orders, to_jsonb(o) || jsonb_build_object('id', gen_random_uuid(),
        'code', (2026100000 + n)::text, 'title', '第' || n || '件', 'started_at', o.started_at - n * interval '1 second')) copy`.execute(
      db,
    );
  });

  test('is cut to the first 10,000 rows after a confirmation where exceeding is allowed (S0 §5)', async () => {
    await reset();
    expect(await clerk.done(exportTasks.check, { body: { list: 'initiated' } })).toMatchObject({
      decision: 'confirm',
      rows: 10_000,
      message: '每次最多只能导出10000条，是否继续？',
    });
    const task = await exportWith({ list: 'initiated', query: { order: 'asc' }, columns: ['code', 'title'] });
    expect(task.rowsInAll).toBe(10_000);
    const { bytes } = await download(task.id);
    const rows = await sheetOf(bytes);
    expect(rows).toHaveLength(10_002);
    expect(rows[1]).toEqual(['2026112000', '第12000件']);
    expect(rows[10_000]).toEqual(['2026102001', '第2001件']);
    expect(new Set(rows.map(([code]) => code)).size).toBe(10_002);
    // Reads the same bytes independently: all rows are numbered without a gap, and every code occurs once.
    const sheet = unzip(bytes).get('xl/worksheets/sheet1.xml') ?? '';
    const numbers = [...sheet.matchAll(/<row r="(\d+)"/g)].map(([, number]) => Number(number));
    expect(numbers).toEqual(Array.from({ length: 10_002 }, (_, index) => index + 1));
    expect(sheet.match(/<t [^>]*>20261\d{5}<\/t>/g)).toHaveLength(10_000);

    const csv = await exportWith({ list: 'initiated', format: 'csv', columns: ['code'] });
    const lines = (await download(csv.id)).text.split('\r\n');
    expect(lines).toHaveLength(10_003);
    // The text file has the newest rows first, the spreadsheet the oldest.
    const figures = lines.slice(1, 10_001).map((line) => Number(/2026\d{6}/.exec(line)?.[0]));
    expect(new Set(figures).size).toBe(10_000);
    const copied = figures.filter((code) => code > 2026100000);
    expect(copied).toEqual(copied.map((_, index) => 2026100001 + index));
    expect(copied.length).toBeGreaterThan(9_990);
  });

  test('is refused with the message of the specification where it is not allowed, also on the server', async () => {
    const message = '当前需导出的数据已超过一万条，为了提供更好的数据导出性能体验，请缩小导出范围。';
    const body = { list: 'mine', query: { tab: 'initiated' } };
    expect(await clerk.done(exportTasks.check, { body })).toMatchObject({
      decision: 'refuse',
      rows: 0,
      message,
    });
    const answer = await clerk.call(exportTasks.request, { body });
    expect(answer.body).toMatchObject({ errcode: 400, errmsg: message });
    const direct = exportCalls.dynamic.path.replace(':apiCode', 'mine');
    const { text } = await bytesAt(direct, await openSession(office, 'lina'), { json: body.query });
    expect(JSON.parse(text).errmsg).toBe(message);
  });

  test('stops when it is cancelled, and leaves no bytes and no file', async () => {
    await reset();
    const before = (await storedFiles()).length;
    const task = await clerk.done(exportTasks.request, { body: { list: 'initiated' } });
    const send = context.notifier.notify;
    let sent = 0;
    const countingContext = {
      ...context,
      notifier: {
        ...context.notifier,
        notify: (notice: Parameters<typeof send>[0]) => {
          if (notice.event === 'export') sent += 1;
        },
      },
    };
    const cancelling = (async () => {
      while (sent === 0) await new Promise((resolve) => setImmediate(resolve));
      await clerk.done(exportTasks.cancel, { params: { id: task.id } });
    })();
    await Promise.all([writeExports(countingContext), cancelling]);
    expect(await states()).toEqual(['cancelled']);
    expect((await storedFiles()).length).toBe(before);
  });
});
