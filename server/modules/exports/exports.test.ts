import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { copies } from '#contract/copies.ts';
import { exportCalls, exportTasks } from '#contract/exports.ts';
import { initiation } from '#contract/initiation.ts';
import { messages } from '#contract/messages.ts';
import { session } from '#contract/session.ts';
import { workOrders } from '#contract/work-orders.ts';

import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk } from '#test/world/desk.ts';
import { petition } from '#test/world/matters.ts';
import { openSession, testOffice } from '#test/world/office.ts';
import { cleanUpFiles } from '../files/service.ts';
import * as queries from './queries.ts';
import { exportableLists, listOfPath } from './registry.ts';
import { cleanUpExports, writeExports } from './service.ts';

const office = await testOffice();
const { context, clock } = office;
const { db } = context;
const desk = openDesk(office);
const clerk = office.as('lina');
const day = 86_400_000;

const formula = '=HYPERLINK("http://evil.example","点我")';
/** Number of the order that is called so. */
let formulaCode = '';

beforeAll(async () => {
  for (let n = 1; n <= 3; n++) {
    await desk.start('lina', petition(n));
    clock.forward(60_000);
  }
  await sql`update work_orders set title = ${formula} where id = (select min(id::text)::uuid from work_orders)`.execute(
    db,
  );
  const page = await clerk.done(workOrders.initiatedPage);
  formulaCode = page.rows.find(({ title }) => title === formula)?.code ?? '';
});

/** Bytes of an answer that is no envelope. */
async function bytesAt(
  path: string,
  token: string,
  sent: { query?: Record<string, string>; json?: object } = {},
) {
  const answer = await office.app.fastify.inject({
    method: sent.json ? 'POST' : 'GET',
    url: path,
    query: sent.query ?? {},
    headers: token === '' ? {} : { 'x-access-token': token },
    ...(sent.json && { payload: sent.json }),
  });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload, text: answer.body };
}

const fileOf = (id: string) => exportTasks.file.path.replace(':id', id);

async function written(body: Record<string, unknown>, by = clerk) {
  const task = await by.done(exportTasks.ask, { body });
  await writeExports(context);
  return task;
}

async function fetched(id: string, account = 'lina') {
  const answer = await bytesAt(fileOf(id), await openSession(office, account));
  expect(answer.status, answer.text.slice(0, 200)).toBe(200);
  return answer;
}

async function sheetOf(bytes: Uint8Array): Promise<unknown[][]> {
  const workbook = await readXlsx(bytes);
  expect(workbook.sheets).toHaveLength(1);
  return (workbook.sheets[0]?.rows ?? []) as unknown[][];
}

/** The parts of a package, read from its directory at the end: apart from the library that wrote it. */
function unzip(bytes: Buffer): Map<string, string> {
  const parts = new Map<string, string>();
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [size, nameLength] = [bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28)];
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    parts.set(name, inflateRawSync(bytes.subarray(begin, begin + size)).toString('utf8'));
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return parts;
}

/** The state of each export of a person, the newest first. */
const states = async (by = clerk) => (await by.done(exportTasks.mine)).rows.map(({ state }) => state);

const reset = async () => {
  clock.forward(1_000);
  await db.deleteFrom('exports').execute();
};

describe('each call', () => {
  const asked = { list: 'initiated', query: {} };
  const open = async () => ({ params: { id: (await clerk.done(exportTasks.ask, { body: asked })).id } });
  const ended = async () => {
    await reset();
    const sent = await open();
    await clerk.done(exportTasks.cancel, sent);
    return sent;
  };
  const { file: _file, ...calls } = exportTasks;
  describeCalls(office, calls, {
    check: {
      by: 'lina',
      sent: { body: asked },
      others: { tianye: 403 },
      bad: [
        {
          wrong: () => ({ body: { list: 'initiated', query: { startDate: '2026-13-01', due: 'soonish' } } }),
          says: [
            ['startDate', '请选择正确的日期'],
            ['due', '不是可选的值'],
          ],
        },
      ],
      does: (answer) => {
        expect(answer).toMatchObject({ decision: 'export', rows: 3, message: '' });
        expect(answer.columns.map(({ title }) => title)).toContain('流水号');
      },
    },
    ask: {
      by: 'lina',
      sent: async () => {
        await reset();
        return { body: { ...asked, columns: ['code', 'title'], pagePath: '/my-initiated' } };
      },
      others: { dongmei: 403 },
      bad: [
        { wrong: () => ({ body: { ...asked, columns: ['secret'] } }), says: [['columns', '没有这样的列']] },
      ],
      does: async (answer) => {
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
      by: 'lina',
      sent: {},
      others: {},
      does: ({ rows }) => expect(rows).toHaveLength(1),
    },
    cancel: {
      by: 'lina',
      sent: async () => {
        await reset();
        return open();
      },
      others: { zhangwei: 404 },
      does: (answer) => expect(answer.state).toBe('cancelled'),
    },
    retry: {
      by: 'lina',
      sent: ended,
      others: { zhangwei: 404 },
      does: (answer) => expect(answer.state).toBe('waiting'),
    },
  });
});

describe('a list', () => {
  test('is asked by the access of the route of its own call, and by none of its own', () => {
    for (const list of exportableLists) {
      const mounted = office.app.mounted.find(({ endpoint }) => endpoint === list.endpoint);
      expect(mounted?.access, list.name).toEqual(list.access);
    }
    expect(new Set(exportableLists.map(({ name }) => name)).size).toBe(exportableLists.length);
  });

  test('is refused to whoever runs the portal and to whoever lacks the right of its call', async () => {
    for (const account of ['tianye', 'xiaohan', 'yuanyuan'])
      for (const { name } of exportableLists) {
        const answer = await office.as(account).call(exportTasks.check, { body: { list: name } });
        expect(answer.body.errcode, `${account} ${name}: ${answer.text}`).toBe(403);
      }
    const unknown = await clerk.call(exportTasks.check, { body: { list: 'nowhere' } });
    expect(unknown.body).toMatchObject({ errcode: 404, errmsg: '没有可以导出的列表' });
  });

  test.each(exportableLists.map(({ name }) => name))(
    '%s gives what its own call shows, in its order',
    async (name) => {
      await reset();
      const list = exportableLists.find((one) => one.name === name);
      const account = { todo: 'liuyang', copied: 'chenjing' }[name] ?? 'lina';
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
      const page = (await person.done(list.endpoint, { query: { size: '200' } })) as {
        rows: object[];
        total: number;
      };
      const task = await written({ list: name, format: 'xlsx' }, person);
      const rows = await sheetOf((await fetched(task.id, account)).bytes);
      expect(rows[0]).toEqual(list.columns.map(({ title }) => title));
      expect(rows).toHaveLength(page.rows.length + 2);
      for (const [at, row] of page.rows.entries()) {
        const code = 'code' in row ? row.code : (row as { title: string; itemName: string }).title;
        expect(rows[at + 1]?.[0]).toBe(code);
      }
      expect(rows.at(-1)?.[0]).toMatch(new RegExp(`^共 ${page.rows.length} 条；导出人：`));
    },
  );
});

describe('a file', () => {
  test('has masks, codes as texts, instants of China, no formula and who took it', async () => {
    await reset();
    const task = await written({
      list: 'initiated',
      columns: ['code', 'title', 'applicantName', 'startedAt', 'urgeCount', 'due'],
    });
    const { bytes, headers } = await fetched(task.id);
    expect(headers['content-disposition']).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent(task.fileName)}`,
    );
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    const rows = await sheetOf(bytes);
    expect(rows[0]).toEqual(['流水号', '办件名称', '申请人', '发起时间', '催办次数', '全程时限']);
    const page = await clerk.done(workOrders.initiatedPage);
    const shown = page.rows.map(({ code, title, applicantName, startedAt, urgeCount }) => [
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
    ).toEqual(shown);
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
    const detail = JSON.stringify(await lastLink('export.download'));
    expect(detail).toContain('"list":"initiated"');
  });

  test('as CSV is harmless to a spreadsheet, and says its filters in words', async () => {
    await reset();
    const query = {
      keyword: formulaCode,
      startDate: '2026-01-01',
      endDate: '2026-03-31',
      areaCode: '330127',
    };
    const task = await written({ list: 'initiated', query, format: 'csv', columns: ['title', 'code'] });
    const { text, headers } = await fetched(task.id);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = text.split('\r\n');
    expect(lines[0]).toBe('\ufeff办件名称,流水号');
    expect(lines[1]).toMatch(/^"'=HYPERLINK\(""http/);
    expect(lines[2]).toContain(
      `导出条件：关键词：${formulaCode}；发起日期：2026-01-01 至 2026-03-31；所属区划：淳安县`,
    );
  });

  test('of ticked rows has those and no others, whatever the filters', async () => {
    await reset();
    const page = await clerk.done(workOrders.initiatedPage);
    const [first, , third] = page.rows;
    const ids = [third?.id ?? '', first?.id ?? '', randomUUID()];
    const task = await written({ list: 'initiated', ids, query: { keyword: '没有这个' }, columns: ['code'] });
    const rows = await sheetOf((await fetched(task.id)).bytes);
    expect(rows.slice(1, -1)).toEqual([[first?.code], [third?.code]]);
    expect(rows.at(-1)?.[0]).toContain('导出条件：勾选 3 条');
    // Another person's rows are found in no list of one's own.
    const other = await office.as('zhangwei').done(exportTasks.ask, { body: { list: 'initiated', ids } });
    await writeExports(context);
    expect(await sheetOf((await fetched(other.id, 'zhangwei')).bytes)).toHaveLength(2);
  });

  test('is its owner’s alone, by token or by a ticket that was made for it and works once', async () => {
    await reset();
    const task = await written({ list: 'initiated' });
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

  test('is not fetched by who has lost the right to the list since', async () => {
    await reset();
    const task = await written({ list: 'initiated' });
    await db.insertInto('staff_roles').values({ staff_id: 'staff-lina', role_code: 'audit-admin' }).execute();
    const answer = await bytesAt(fileOf(task.id), await openSession(office, 'lina'));
    await db
      .deleteFrom('staff_roles')
      .where('staff_id', '=', 'staff-lina')
      .where('role_code', '=', 'audit-admin')
      .execute();
    expect(answer.status).toBe(403);
  });

  test('is kept seven days, and then row and bytes are gone', async () => {
    await reset();
    const task = await written({ list: 'initiated' });
    const [row] = (await clerk.done(exportTasks.mine)).rows;
    expect(row?.keptUntil).toBe(new Date(clock.now.getTime() + 7 * day).toISOString());
    const before = await storedFiles();
    await cleanUpFiles(context);
    expect(await storedFiles()).toEqual(before);
    const now = clock.now;
    clock.forward(7 * day + 1);
    expect((await bytesAt(fileOf(task.id), await openSession(office, 'lina'))).status).toBe(404);
    await cleanUpExports(context);
    clock.now = now;
    expect((await clerk.done(exportTasks.mine)).rows).toEqual([]);
    expect(before.filter((name) => !name.endsWith('.doubt')).length - (await storedFiles()).length).toBe(1);
  });
});

async function storedFiles(): Promise<string[]> {
  const names = await readdir(join(context.config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  });
  return names
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}

async function lastLink(action: string): Promise<unknown> {
  const { rows } = await sql<{ detail: unknown }>`
    select detail from audit_links where action = ${action} order by seq desc limit 1`.execute(db);
  return rows[0]?.detail;
}

describe('the job', () => {
  test('tells its person, in the box and nowhere else', async () => {
    await reset();
    const task = await written({ list: 'initiated' });
    const { rows } = await clerk.done(messages.list);
    expect(rows[0]).toMatchObject({ kind: 'export', title: '导出完成：我发起的', workorderCode: null });
    expect(rows[0]?.content).toContain(task.fileName);
    expect(await states()).toEqual(['done']);
  });

  test('writes nothing twice when a worker dies: the next one begins anew, and the dead one’s file goes', async () => {
    await reset();
    await clerk.done(exportTasks.ask, { body: { list: 'initiated' } });
    const dead = await queries.claimNext(db, 'dead worker', 60);
    expect(dead?.tries).toBe(1);
    // It is heard of: nobody takes it away.
    await writeExports(context);
    expect(await states()).toEqual(['running']);
    await sql`update exports set told_at = clock_timestamp() - interval '61 seconds'`.execute(db);
    const before = (await storedFiles()).length;
    await writeExports(context);
    expect(await states()).toEqual(['done']);
    expect((await storedFiles()).length - before).toBe(1);
    // The dead worker wakes up: it finds that the export is no longer its own.
    expect(await queries.tellProgress(db, dead?.id ?? '', 'dead worker', 1)).toBe(false);
  });

  test('gives up after three workers have died, and can be put in line again', async () => {
    await reset();
    const task = await clerk.done(exportTasks.ask, { body: { list: 'initiated' } });
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

  test('acts as its person is when it runs: without the right there is no file', async () => {
    await reset();
    await clerk.done(exportTasks.ask, { body: { list: 'initiated' } });
    await db.updateTable('staff').set({ disabled_at: clock.now }).where('id', '=', 'staff-lina').execute();
    await writeExports(context);
    await db.updateTable('staff').set({ disabled_at: null }).where('id', '=', 'staff-lina').execute();
    expect(await states()).toEqual(['failed']);
  });

  test('is not asked of for more than three at once by one person', async () => {
    await reset();
    const body = { list: 'initiated' };
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => clerk.call(exportTasks.ask, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429]);
    expect(
      (await office.as('zhangwei').call(exportTasks.ask, { body: { list: 'todo' } })).body.errcode,
    ).not.toBe(429);
    await writeExports(context);
    expect(await states()).toEqual(['done', 'done', 'done']);
  });

  test('leaves what was cancelled, which cannot be cancelled again', async () => {
    await reset();
    const task = await clerk.done(exportTasks.ask, { body: { list: 'initiated' } });
    await clerk.done(exportTasks.cancel, { params: { id: task.id } });
    await writeExports(context);
    expect(await states()).toEqual(['cancelled']);
    const again = await clerk.call(exportTasks.cancel, { params: { id: task.id } });
    expect(again.body.errmsg).toBe('该导出任务已结束');
  });
});

describe('the calls of the specification (S2 §7)', () => {
  test('exportWorkorderTasks answers the file in a new window, by a one-time ticket and by its page', async () => {
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
    const wrong = await bytesAt(path, await openSession(office, 'lina'), { query: { colour: 'red' } });
    expect(JSON.parse(wrong.text)).toMatchObject({
      errcode: 400,
      problems: [{ field: 'colour', message: '不支持的参数' }],
    });
    expect(await lastLink('export.answer')).toMatchObject({
      list: 'initiated',
      rows: 1,
      pagePath: '/my-initiated',
    });
  });

  test('the page says whose list it is, in a path or a hash route', () => {
    expect(['/done', '/app/#/done?x=1', '/affair', '/', '/constructor'].map(listOfPath)).toEqual([
      'done',
      'done',
      'mine',
      'todo',
      'todo',
    ]);
  });

  test('dynamic/api/export/{apiCode} answers a list by its name, filtered, with the page in the log (S2 §2)', async () => {
    const path = exportCalls.dynamic.path.replace(':apiCode', 'initiated');
    const token = await openSession(office, 'lina');
    const json = { page: 1, size: 3, keyword: formulaCode, pagePath: '/cross' };
    const { status, bytes } = await bytesAt(path, token, { json });
    expect(status).toBe(200);
    expect(await sheetOf(bytes)).toHaveLength(3);
    expect(await lastLink('export.answer')).toMatchObject({ place: '跨区域业务' });
    const none = await bytesAt(path, token, { json: { keyword: '没有这个' } });
    expect(JSON.parse(none.text)).toMatchObject({ errcode: 400, errmsg: '没有可导出的数据' });
    expect((await bytesAt(path.replace('initiated', 'nowhere'), token, { json })).status).toBe(404);
    expect((await bytesAt(path, await openSession(office, 'tianye'), { json })).status).toBe(403);
    expect(await storedParts()).toEqual([]);
  });

  test('and does so twenty times in ten minutes for one person', async () => {
    const path = exportCalls.dynamic.path.replace(':apiCode', 'initiated');
    const token = await openSession(office, 'zhangwei');
    await desk.start('zhangwei', petition(30));
    const answered: number[] = [];
    for (let n = 0; n < 21; n++) answered.push((await bytesAt(path, token, { json: {} })).status);
    expect(answered.slice(-2)).toEqual([200, 429]);
  });
});

/** Files that were written to the side and not cleared away. */
async function storedParts(): Promise<string[]> {
  await new Promise((resolve) => setTimeout(resolve, 20));
  return (await storedFiles()).filter((name) => name.endsWith('.part'));
}

describe('twelve thousand rows', () => {
  beforeAll(async () => {
    await sql`insert into work_orders
      select (jsonb_populate_record(null::work_orders, to_jsonb(o) || jsonb_build_object('id', gen_random_uuid(), 'code', (2026100000 + n)::text,
        'title', '第' || n || '件', 'started_at', o.started_at - n * interval '1 second'))).*
      from generate_series(1, 12000) n
      cross join (select * from work_orders where initiator_id = 'staff-lina' and title <> ${formula} limit 1) o`.execute(
      db,
    );
  });

  test('where exceeding is allowed, are cut to the first 10,000 after the question (S0 §5)', async () => {
    await reset();
    expect(await clerk.done(exportTasks.check, { body: { list: 'initiated' } })).toMatchObject({
      decision: 'confirm',
      rows: 10_000,
      message: '每次最多只能导出10000条，是否继续？',
    });
    const task = await written({ list: 'initiated', query: { order: 'asc' }, columns: ['code', 'title'] });
    expect(task.rowsInAll).toBe(10_000);
    const { bytes } = await fetched(task.id);
    const rows = await sheetOf(bytes);
    expect(rows).toHaveLength(10_002);
    expect(rows[1]).toEqual(['2026112000', '第12000件']);
    expect(rows[10_000]).toEqual(['2026102001', '第2001件']);
    expect(new Set(rows.map(([code]) => code)).size).toBe(10_002);
    // An independent look at the same bytes: every row numbered through, every code there once.
    const sheet = unzip(bytes).get('xl/worksheets/sheet1.xml') ?? '';
    const numbers = [...sheet.matchAll(/<row r="(\d+)"/g)].map(([, number]) => Number(number));
    expect(numbers).toEqual(Array.from({ length: 10_002 }, (_, at) => at + 1));
    expect(sheet.match(/<t>20261\d{5}<\/t>/g)).toHaveLength(10_000);

    const csv = await written({ list: 'initiated', format: 'csv', columns: ['code'] });
    expect((await fetched(csv.id)).text.split('\r\n')).toHaveLength(10_003);
  });

  test('where it is not, are refused with the words of the specification, also on the server', async () => {
    const message = '当前需导出的数据已超过一万条，为了提供更好的数据导出性能体验，请缩小导出范围。';
    const body = { list: 'mine' };
    expect(await clerk.done(exportTasks.check, { body })).toMatchObject({
      decision: 'refuse',
      rows: 0,
      message,
    });
    const answer = await clerk.call(exportTasks.ask, { body });
    expect(answer.body).toMatchObject({ errcode: 400, errmsg: message });
    const direct = exportCalls.dynamic.path.replace(':apiCode', 'mine');
    const { text } = await bytesAt(direct, await openSession(office, 'lina'), { json: {} });
    expect(JSON.parse(text).errmsg).toBe(message);
  });

  test('a cancelled export stops where it is, and leaves neither bytes nor a file', async () => {
    await reset();
    const before = (await storedFiles()).length;
    const task = await clerk.done(exportTasks.ask, { body: { list: 'initiated' } });
    const tell = context.courier.tell;
    let told = 0;
    const watching = {
      ...context,
      courier: {
        ...context.courier,
        tell: (notice: Parameters<typeof tell>[0]) => {
          if (notice.event === 'export') told += 1;
        },
      },
    };
    const cancelled = (async () => {
      while (told === 0) await new Promise((resolve) => setImmediate(resolve));
      await clerk.done(exportTasks.cancel, { params: { id: task.id } });
    })();
    await Promise.all([writeExports(watching), cancelled]);
    expect(await states()).toEqual(['cancelled']);
    expect((await storedFiles()).length).toBe(before);
  });
});
