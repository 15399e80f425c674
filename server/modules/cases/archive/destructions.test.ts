import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { archive } from '#contract/archive.ts';
import { archiveDestructions } from '#contract/archive-destructions.ts';
import { archiveHandOvers } from '#contract/archive-hand-overs.ts';
import { exportTasks } from '#contract/exports.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { writeExports } from '#server/modules/portal/exports/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openArchiveDesk } from '#test/world/archive-desk.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { sheetOf } from '#test/world/export-desk.ts';
import { pathOf } from '#test/world/office.ts';
import { destroyPackages, makePackages } from './service.ts';

/** Tests 鉴定 and the lists of entries to be destroyed (docs/decisions/0162). */

const { office, context, clock, db, archivist, archivePetition, detailOf, fetchFile, tokenOf, runJobs } =
  await openArchiveDesk();
/** Second archivist of the same archive, who approves the lists that the first proposes. */
const second = office.as('sunlei');
await archivist.done(archive.saveItem, {
  body: { taskCode: 'petition-letter', period: 'D10', department: 'LX' },
});
const orders = [
  await archivePetition(),
  await archivePetition(),
  await archivePetition(),
  await archivePetition(),
] as const;
const [first, other, third, fourth] = orders;
const ids = [first.id, other.id];
/** A time when all retention periods are over; the people of the office are the same. */
const later = new Date('2037-03-02T02:00:00.000Z');

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
  await office.app.callObserver.flush();
  const { findings } = await verifyAudit(db, context.crypto, { files: context.files });
  expect(findings).toEqual([]);
});

beforeEach(async () => {
  await sql`update archive_entries set appraisal_id = null, prolonged = null, kept_until = '2036-12-31'
    where state <> 'destroyed'`.execute(db);
  await db.deleteFrom('archive_destruction_items').execute();
  await db.deleteFrom('archive_appraisals').execute();
  await db.deleteFrom('archive_destructions').execute();
  await db.deleteFrom('archive_counters').where('fonds', '=', 'XH').execute();
});

const others = { zhaomin: 403, tianye: 403 };
const appraise = (body: object = {}) =>
  archivist.done(archiveDestructions.appraise, {
    body: { ids, outcome: 'destroy', reason: '已无保存价值', ...body },
  });
const prepare = async (body: object = {}) => {
  await appraise(body);
  return await archivist.done(archiveDestructions.prepare, { body: {} });
};
const opinion = { body: { opinion: '同意销毁' } };
const messageOf = async (answer: Promise<{ body: { errmsg?: string } }>) => (await answer).body.errmsg;

test('archive entries become due on the day after their retention period ends, not before', async () => {
  const countDue = async () => (await archivist.done(archive.page, { query: { tab: 'expired' } })).total;
  expect(await countDue()).toBe(0);
  expect(
    await messageOf(
      archivist.call(archiveDestructions.appraise, { body: { ids, outcome: 'destroy', reason: '满' } }),
    ),
  ).toContain('保管期限未满');
  clock.forward(new Date('2036-12-31T15:59:00.000Z').getTime() - clock.now.getTime());
  expect(await countDue()).toBe(0);
  clock.forward(60_000);
  expect(await countDue()).toBe(4);
  expect((await archivist.done(archive.figures, {})).expired).toBe(4);
  clock.forward(later.getTime() - clock.now.getTime());
});

describe('destruction list calls', () => {
  const proposedList = async () => ({ params: { id: (await prepare()).id } });
  describeCalls(office, archiveDestructions, {
    appraise: {
      caller: 'fangning',
      request: { body: { ids, outcome: 'keep', period: 'D30', reason: '仍在诉讼中' } },
      refusedFor: others,
      invalidInputs: [
        {
          makeInvalid: () => ({ body: { ids, outcome: 'keep', period: 'D30', reason: '\u200b' } }),
          expectedProblems: [['reason', '请填写鉴定理由']],
        },
        {
          makeInvalid: () => ({ body: { ids, outcome: 'keep', reason: '续' } }),
          expectedProblems: [['period', '请选择续存期限']],
        },
        {
          makeInvalid: () => ({ body: { ids: [], outcome: 'destroy', reason: '满' } }),
          expectedProblems: [['ids', '请选择档案']],
        },
      ],
      checkAnswer: async ({ appraised }) => {
        expect(appraised).toBe(2);
        expect(await detailOf(first)).toMatchObject({
          keptUntil: '2067-12-31',
          period: 'D10',
          prolonged: 'D30',
          expired: false,
          appraisal: { outcome: 'keep', reason: '仍在诉讼中', by: '方宁', destruction: null },
        });
      },
    },
    page: {
      caller: 'fangning',
      request: async () => {
        await prepare();
        return { query: { keyword: 'XH2037', state: 'proposed' } };
      },
      refusedFor: others,
      checkAnswer: ({ rows }) => {
        expect(rows).toMatchObject([
          { number: 'XH2037-0001', entries: 2, state: 'proposed', madeBy: '方宁', canApprove: false },
        ]);
      },
    },
    items: {
      caller: 'fangning',
      request: async () => {
        await prepare();
        return { query: { register: 'XH2037-0001', keyword: 'J068' } };
      },
      refusedFor: others,
      checkAnswer: ({ rows }) => {
        expect(rows.map(({ place, reason, appraisedBy }) => [place, reason, appraisedBy])).toEqual([
          [1, '已无保存价值', '方宁'],
          [2, '已无保存价值', '方宁'],
        ]);
        expect(rows[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
      },
    },
    prepare: {
      caller: 'fangning',
      request: async () => {
        await appraise();
        return { body: { ids, note: '2026年度' } };
      },
      refusedFor: others,
      checkAnswer: async ({ entries, state, note }) => {
        expect([entries, state, note]).toEqual([2, 'proposed', '2026年度']);
        expect((await detailOf(first)).appraisal?.destruction?.state).toBe('proposed');
      },
    },
    approve: {
      caller: 'sunlei',
      request: async () => {
        await appraise({ ids: [third.id] });
        const { id } = await archivist.done(archiveDestructions.prepare, { body: {} });
        return { params: { id }, ...opinion };
      },
      refusedFor: { ...others, fangning: 403 },
      invalidInputs: [
        {
          makeInvalid: (validRequest) => ({ ...validRequest, body: { opinion: ' ' } }),
          expectedProblems: [['opinion', '请填写审批意见']],
        },
      ],
      checkAnswer: async (answer) => {
        expect(answer).toMatchObject({ state: 'approved', decidedBy: '孙磊', opinion: '同意销毁' });
        expect((await detailOf(third)).state).toBe('destroyed');
      },
    },
    refuse: {
      caller: 'sunlei',
      request: async () => ({ ...(await proposedList()), body: { opinion: '第二件应当续存' } }),
      refusedFor: others,
      invalidInputs: [
        {
          makeInvalid: (validRequest) => ({ ...validRequest, body: { opinion: '' } }),
          expectedProblems: [['opinion', '请填写退回理由']],
        },
      ],
      checkAnswer: async (answer) => {
        expect(answer).toMatchObject({ state: 'refused', decidedBy: '孙磊' });
        expect((await detailOf(first)).appraisal).toMatchObject({ outcome: 'destroy', destruction: null });
        await appraise({ outcome: 'keep', period: 'Y' });
        expect(await detailOf(first)).toMatchObject({ keptUntil: null, prolonged: 'Y', state: 'kept' });
      },
    },
  });
});

describe('archive destruction', () => {
  test('is never approved by a person who appraised or listed an entry', async () => {
    await appraise({ ids: [first.id] });
    await second.done(archiveDestructions.appraise, {
      body: { ids: [other.id], outcome: 'destroy', reason: '重复' },
    });
    const { id } = await archivist.done(archiveDestructions.prepare, { body: {} });
    for (const one of [archivist, second]) {
      const { status, body } = await one.call(archiveDestructions.approve, { params: { id }, ...opinion });
      expect([status, body.errmsg]).toEqual([403, expect.stringContaining('不能审批')]);
    }
    const { rows } = await second.done(archiveDestructions.page, {});
    expect(rows.map(({ canApprove }) => canApprove)).toEqual([false]);
    expect((await detailOf(first)).state).toBe('kept');
  });

  test('is refused for entries that are reopened, damaged, waiting, or in a transfer', async () => {
    const { id } = await prepare();
    const tryToApprove = () =>
      messageOf(second.call(archiveDestructions.approve, { params: { id }, ...opinion }));
    const update = db.updateTable('archive_packages').where('workorder_id', '=', first.id);
    await update.set({ found: 'changed' }).execute();
    expect(await tryToApprove()).toContain('内容已变动或缺失');
    await update.set({ found: null }).execute();
    const { ended_at } = await db
      .selectFrom('work_orders')
      .select('ended_at')
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow();
    const setEnd = (endedAt: Date | null) =>
      sql`update work_orders set ended_at = ${endedAt} where id = ${first.id}::uuid`.execute(db);
    await setEnd(null);
    expect(await tryToApprove()).toContain('办件正在重新办理');
    await setEnd(ended_at);
    await archivist.done(archive.requeue, { params: { id: first.id } });
    expect(await tryToApprove()).toContain('尚未归档');
    await makePackages(context);
    const handOver = await archivist.done(archiveHandOvers.prepare, {
      body: { receiver: '县档案馆', ids: [other.id] },
    });
    expect(await tryToApprove()).toContain('已编入移交批次');
    await archivist.done(archiveHandOvers.cancel, { params: { id: handOver.id } });
    for (const order of [first, other]) expect((await detailOf(order)).state).toBe('kept');
    expect((await archivist.done(archiveDestructions.page, {})).rows[0]?.state).toBe('proposed');
  });

  test('requires an explicit choice for entries that were already transferred', async () => {
    const { id } = await archivist.done(archiveHandOvers.prepare, {
      body: { receiver: '县档案馆', ids: [fourth.id] },
    });
    await archivist.done(archiveHandOvers.confirm, {
      params: { id },
      body: { handedOn: '2037-03-02', receivedBy: '周敏' },
    });
    const body = { ids: [fourth.id], outcome: 'destroy', reason: '已由档案馆保存' } as const;
    expect(await messageOf(archivist.call(archiveDestructions.appraise, { body }))).toContain('已移交');
    const list = await prepare({ ...body, evenHandedOver: true });
    await second.done(archiveDestructions.approve, { params: { id: list.id }, ...opinion });
    await destroyPackages(context);
    const { rows } = await archivist.done(archiveDestructions.items, { query: { register: list.number } });
    expect(rows).toMatchObject([{ handedOver: 'YJ2037-0002', state: 'done' }]);
    const response = await archivist.call(archiveHandOvers.requestDownload, { params: { id } });
    expect(response.body.errmsg).toBe('该批次中有档案已销毁');
  });

  test('lists the extended retention on the screen and in the exported file', async () => {
    await appraise({ ids: [first.id], outcome: 'keep', period: 'D10' });
    await sql`update archive_entries set kept_until = '2036-12-31' where workorder_id = ${first.id}::uuid`.execute(
      db,
    );
    const { number } = await prepare();
    const { rows } = await archivist.done(archiveDestructions.items, { query: { register: number } });
    expect(rows.map(({ period, prolonged }) => [period, prolonged])).toEqual([
      ['D10', 'D10'],
      ['D10', null],
    ]);
    const body = { list: 'archive-destruction', query: { register: number }, columns: ['number', 'period'] };
    const task = await archivist.done(exportTasks.request, { body });
    await writeExports(context);
    const path = pathOf(exportTasks.file, { id: task.id });
    const sheet = await sheetOf((await fetchFile(path, {}, await tokenOf('fangning'))).bytes);
    expect(sheet.slice(0, 3).map((line) => line[1])).toEqual(['保管期限', '10年，续存10年', '10年']);
  });

  test('accepts ids in capitals and counts a duplicate id once', async () => {
    const ids = [first.id, first.id.toUpperCase()];
    await appraise({ ids: ids.slice(1) });
    const list = await archivist.done(archiveDestructions.prepare, { body: { ids } });
    expect(list.entries).toBe(1);
    const request = { params: { id: list.id.toUpperCase() }, body: { opinion: '不同意' } };
    expect((await second.done(archiveDestructions.refuse, request)).state).toBe('refused');
    const handOver = await archivist.done(archiveHandOvers.prepare, {
      body: { receiver: '县档案馆', ids: ids.slice(1) },
    });
    await archivist.done(archiveHandOvers.cancel, { params: { id: handOver.id.toUpperCase() } });
  });

  test('leaves out entries with unfinished retention and deletes its appraisal when the order ends again', async () => {
    await appraise({ ids: [first.id] });
    const countEntriesToDestroy = async () => [
      (await archivist.done(archive.page, { query: { tab: 'doomed' } })).total,
      (await archivist.done(archive.figures, {})).doomed,
    ];
    expect(await countEntriesToDestroy()).toEqual([1, 1]);
    await sql`update archive_entries set kept_until = '2047-12-31' where workorder_id = ${first.id}::uuid`.execute(
      db,
    );
    expect(await countEntriesToDestroy()).toEqual([0, 0]);
    expect(await messageOf(archivist.call(archiveDestructions.prepare, { body: {} }))).toBe(
      '没有拟销毁的档案',
    );

    // Claimed again and concluded before any message was sent.
    const { ended_at } = await db
      .selectFrom('work_orders')
      .select('ended_at')
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow();
    const setEnd = async (at: Date | null) => {
      await sql`update work_orders set ended_at = ${at} where id = ${first.id}::uuid`.execute(db);
      await sql`insert into work_order_outbox (workorder_id, version, created_at)
        select workorder_id, max(version), now() from work_order_events where workorder_id = ${first.id}::uuid
        group by workorder_id`.execute(db);
      await runJobs();
    };
    await setEnd(ended_at);
    expect((await detailOf(first)).appraisal?.outcome).toBe('destroy');
    await setEnd(new Date('2037-03-01T03:00:00.000Z'));
    expect(await detailOf(first)).toMatchObject({ state: 'kept', appraisal: null, keptUntil: '2047-12-31' });
    await setEnd(ended_at);
  });

  test('puts an entry in one list under concurrent calls and refuses to appraise it again', async () => {
    await appraise();
    const answers = await Promise.all(
      [archivist, second, archivist].map((one) => one.call(archiveDestructions.prepare, { body: { ids } })),
    );
    expect(answers.filter(({ body }) => body.errcode === 0)).toHaveLength(1);
    const body = { ids, outcome: 'keep', period: 'Y', reason: '还是留着' } as const;
    expect(await messageOf(archivist.call(archiveDestructions.appraise, { body }))).toContain(
      '已列入销毁清册',
    );
  });

  test('is limited to archivists of the organisation: others get 404 or an empty list', async () => {
    const { id } = await prepare();
    const stranger = office.as('zengli');
    expect((await stranger.done(archiveDestructions.page, {})).rows).toEqual([]);
    expect((await stranger.done(archiveDestructions.items, {})).rows).toEqual([]);
    for (const call of [archiveDestructions.approve, archiveDestructions.refuse])
      expect((await stranger.call(call, { params: { id }, ...opinion })).status).toBe(404);
    const body = { ids: [first.id], outcome: 'destroy', reason: '满' } as const;
    expect((await stranger.call(archiveDestructions.appraise, { body })).status).toBe(404);
  });

  test('is decided once per key, and by only one of two concurrent decisions', async () => {
    const { id } = await prepare();
    const request = { params: { id }, body: { opinion: '不同意' }, key: 'refused-once' };
    const [response, ...rest] = await Promise.all([
      second.call(archiveDestructions.refuse, request),
      second.call(archiveDestructions.refuse, { ...request, key: 'refused-twice' }),
    ]);
    expect([response, ...rest].filter(({ body }) => body.errcode === 0)).toHaveLength(1);
    const repetition = await second.call(archiveDestructions.refuse, request);
    expect(repetition.body).toEqual(response.body);
    expect(await messageOf(second.call(archiveDestructions.approve, { params: { id }, ...opinion }))).toBe(
      '该清册已审批或已退回',
    );
  });
});
