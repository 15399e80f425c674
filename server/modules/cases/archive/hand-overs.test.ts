import { createHash } from 'node:crypto';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { archive } from '#contract/archive.ts';
import { archiveHandOvers } from '#contract/archive-hand-overs.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openArchiveDesk } from '#test/world/archive-desk.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { pathOf } from '#test/world/office.ts';
import { unzipBytes } from '#test/world/unzip.ts';

/** Tests archive transfers (档案移交): packages that are transferred together, no package twice (0162). */

const { office, clock, db, archivist, archivePetition, detailOf, ...helpers } = await openArchiveDesk();
const { fetchFile, anyTicket, tokenOf } = helpers;
const orders = [await archivePetition(), await archivePetition(), await archivePetition()];
const ids = orders.map(({ id }) => id);
const receiver = '淳安县档案馆';

beforeEach(async () => {
  await db.deleteFrom('archive_hand_overs').execute();
  await db.deleteFrom('archive_counters').where('fonds', '=', 'YJ').execute();
  clock.forward(1_000);
});
afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

const prepare = (body: object = { ids }) =>
  archivist.done(archiveHandOvers.prepare, { body: { receiver, ...body } });
const preparedHandOver = async () => ({ params: { id: (await prepare()).id } });
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const others = { zhaomin: 403, tianye: 403 };

describe('archive hand-over calls', () => {
  const { file: _file, ...calls } = archiveHandOvers;
  describeCalls(office, calls, {
    page: {
      caller: 'fangning',
      request: async () => {
        await prepare();
        return { query: { keyword: '档案馆', state: 'prepared' } };
      },
      refusedFor: others,
      checkAnswer: ({ rows }) => {
        expect(rows).toMatchObject([{ number: 'YJ2026-0001', receiver, packages: 3, state: 'prepared' }]);
      },
    },
    prepare: {
      caller: 'fangning',
      request: { body: { receiver, filters: { year: 2026, period: 'D30' } } },
      refusedFor: others,
      invalidInputs: [
        {
          makeInvalid: () => ({ body: { receiver: ' ', ids } }),
          expectedProblems: [['receiver', '请填写接收单位']],
        },
        {
          makeInvalid: () => ({ body: { receiver: '\u200b', ids } }),
          expectedProblems: [['receiver', '请填写接收单位']],
        },
        {
          makeInvalid: () => ({ body: { receiver } }),
          expectedProblems: [['ids', '请选择档案或指明查询条件']],
        },
      ],
      checkAnswer: async ({ number, packages, size }) => {
        expect([number, packages]).toEqual(['YJ2026-0001', 3]);
        const sizes = await Promise.all(orders.map(async (order) => (await detailOf(order)).size));
        expect(size).toBe(sizes.reduce((sum, one) => sum + one, 0));
        expect((await detailOf(orders[0] ?? { id: '' })).handOver).toMatchObject({
          number,
          state: 'prepared',
        });
      },
    },
    confirm: {
      caller: 'fangning',
      request: async () => ({
        ...(await preparedHandOver()),
        body: { handedOn: '2026-03-02', receivedBy: '周敏' },
      }),
      refusedFor: others,
      invalidInputs: [
        {
          makeInvalid: (validRequest) => ({
            ...validRequest,
            body: { handedOn: '2026-02-30', receivedBy: '' },
          }),
          expectedProblems: [
            ['handedOn', '日期无法识别，请按“2026-11-20”填写'],
            ['receivedBy', '请填写接收人'],
          ],
        },
        {
          makeInvalid: (validRequest) => ({
            ...validRequest,
            body: { handedOn: '2027-01-01', receivedBy: '周敏' },
          }),
          expectedProblems: [['handedOn', '移交日期不能晚于今天']],
        },
        {
          makeInvalid: (validRequest) => ({
            ...validRequest,
            body: { handedOn: '1900-01-01', receivedBy: '周敏' },
          }),
          expectedProblems: [['handedOn', '移交日期不能早于编制日期']],
        },
      ],
      checkAnswer: (row) =>
        expect(row).toMatchObject({ state: 'done', handedOn: '2026-03-02', receivedBy: '周敏' }),
    },
    cancel: {
      caller: 'fangning',
      request: preparedHandOver,
      refusedFor: others,
      checkAnswer: async () => {
        expect((await detailOf(orders[0] ?? { id: '' })).handOver).toBeNull();
      },
    },
    requestDownload: {
      caller: 'fangning',
      request: preparedHandOver,
      refusedFor: others,
      checkAnswer: async () => {
        const { rows } = await archivist.done(archive.usageRecords, { query: { keyword: 'YJ2026-0001' } });
        expect(rows.slice(0, 3).map(({ kind }) => kind)).toEqual(['download', 'download', 'download']);
        expect(rows[0]?.purpose).toBe('移交淳安县档案馆（YJ2026-0001）');
      },
    },
  });
});

describe('an archive hand-over', () => {
  test('includes each package only once under concurrent calls', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => archivist.call(archiveHandOvers.prepare, { body: { receiver, ids } })),
    );
    const { rows } = await archivist.done(archiveHandOvers.page, {});
    expect(rows.map(({ packages }) => packages)).toEqual([3]);
    expect(answers.filter(({ body }) => body.errcode === 0)).toHaveLength(1);
    for (const { body } of answers.filter(({ body: { errcode } }) => errcode !== 0))
      expect(body.errmsg).toMatch(/没有可移交的档案|已编入其他移交批次/);
  });

  test('cannot be changed or cancelled once confirmed, and no other transfer includes its packages', async () => {
    const { id, number } = await prepare();
    const body = { handedOn: '2026-03-02', receivedBy: '周敏' };
    await archivist.done(archiveHandOvers.confirm, { params: { id }, body });
    for (const call of [archiveHandOvers.confirm, archiveHandOvers.cancel]) {
      const request = { params: { id }, ...(call === archiveHandOvers.confirm && { body }) };
      expect((await archivist.call(call, request)).body.errmsg).toBe('该批次已移交，不能再改');
    }
    const refusal = await archivist.call(archiveHandOvers.prepare, { body: { receiver, ids } });
    expect(refusal.body.errmsg).toBe('没有可移交的档案');
    const page = await archivist.done(archive.page, { query: { batch: number } });
    expect(page.rows.map(({ handOver }) => handOver?.state)).toEqual(['done', 'done', 'done']);
  });

  test('is downloaded as one archive with a list, the packages and correct SHA-256 digests', async () => {
    const { id, number } = await prepare();
    const { ticket } = await archivist.done(archiveHandOvers.requestDownload, { params: { id } });
    const path = pathOf(archiveHandOvers.file, { id });
    expect((await fetchFile(path, {}, await tokenOf('fangning'))).status).toBe(401);
    expect((await fetchFile(path, { ticket: await anyTicket(`archive-hand-over:${id}`) })).status).toBe(401);
    const { status, bytes, headers } = await fetchFile(path, { ticket });
    expect(status).toBe(200);
    expect(headers['content-disposition']).toContain(`${number}.zip`);
    const parts = unzipBytes(bytes);
    const packages = [...parts.keys()].filter((name) => name.startsWith('J068-WS'));
    expect(packages).toHaveLength(3);
    const sums = (parts.get('校验值.sha256') ?? Buffer.alloc(0)).toString().trim().split('\n');
    expect(sums).toEqual(packages.map((name) => `${sha256(parts.get(name) ?? Buffer.alloc(0))}  ${name}`));
    const { sheets } = await readXlsx(parts.get('移交清单.xlsx') ?? Buffer.alloc(0));
    const rows = sheets[0]?.rows ?? [];
    expect(rows).toHaveLength(5);
    expect(rows[1]?.[0]).toBe('J068-WS·2026-D30-LX-0001');
    expect(rows[1]?.at(-1)).toBe(sums[0]?.slice(0, 64));
    expect(String(rows[4]?.[0])).toContain('接收单位：淳安县档案馆');
  });

  test('leaves out damaged packages and refuses confirmation when a package was damaged later', async () => {
    const [first = ''] = ids;
    const setFinding = (found: 'changed' | null) =>
      db.updateTable('archive_packages').set({ found }).where('workorder_id', '=', first).execute();
    const { id } = await prepare();
    await setFinding('changed');
    const request = { params: { id }, body: { handedOn: '2026-03-02', receivedBy: '周敏' } };
    const refusal = await archivist.call(archiveHandOvers.confirm, request);
    expect(refusal.body.errmsg).toBe(refusalRow.archiveBroken.text);
    await archivist.done(archiveHandOvers.cancel, { params: { id } });
    expect((await prepare()).packages).toBe(2);
    await setFinding(null);
  });

  test('includes only the packages that the query finds', async () => {
    const [first = ''] = ids;
    const handOver = await prepare({ ids: [first] });
    const messageOf = async (filters: object) =>
      (await archivist.call(archiveHandOvers.prepare, { body: { receiver, filters } })).body.errmsg;
    for (const filters of [{ handOver: 'prepared' }, { state: 'failed' }, { batch: handOver.number }])
      expect(await messageOf(filters)).toBe('没有可移交的档案');
    expect((await prepare({ filters: {}, ids: ids.slice(0, 2) })).packages).toBe(1);
    expect((await prepare({ filters: { handOver: 'none', state: 'kept' } })).packages).toBe(1);
  });

  test('is created and cancelled once per idempotency key', async () => {
    const key = 'gathered-once';
    const request = { body: { receiver, ids }, key };
    const handOver = await archivist.done(archiveHandOvers.prepare, request);
    expect(await archivist.done(archiveHandOvers.prepare, request)).toEqual(handOver);
    const cancel = { params: { id: handOver.id }, key: 'given-up-once' };
    expect(await archivist.done(archiveHandOvers.cancel, cancel)).toEqual({ id: handOver.id });
    expect(await archivist.done(archiveHandOvers.cancel, cancel)).toEqual({ id: handOver.id });
  });

  test('gets a new number even when an earlier transfer was cancelled', async () => {
    const handOver = await prepare();
    await archivist.done(archiveHandOvers.cancel, { params: { id: handOver.id } });
    expect([handOver.number, (await prepare()).number]).toEqual(['YJ2026-0001', 'YJ2026-0002']);
  });

  test('rejects the ticket of another transfer and a ticket made from the id of a usage record', async () => {
    const handOver = await prepare();
    const { ticket } = await archivist.done(archiveHandOvers.requestDownload, {
      params: { id: handOver.id },
    });
    await archivist.done(archiveHandOvers.cancel, { params: { id: handOver.id } });
    const { id } = await prepare();
    const path = pathOf(archiveHandOvers.file, { id });
    expect((await fetchFile(path, { ticket })).status).toBe(401);
    await archivist.done(archiveHandOvers.requestDownload, { params: { id } });
    const { rows } = await archivist.done(archive.usageRecords, {});
    const subject = `archive-hand-over:${rows[0]?.id.split('.')[0]}`;
    expect((await fetchFile(path, { ticket: await anyTicket(subject) })).status).toBe(401);
  });

  test('keeps its list when an order gets another version, which a later transfer may include', async () => {
    const [first = ''] = ids;
    const { id, number } = await prepare();
    await archivist.done(archiveHandOvers.confirm, {
      params: { id },
      body: { handedOn: '2026-03-02', receivedBy: '周敏' },
    });
    const before = await archivist.done(archive.page, { query: { batch: number } });
    await sql`insert into archive_packages (workorder_id, version, bytes_id, key_sealed, size, sha256, digest, parts, files,
        made_at)
      select workorder_id, 2, bytes_id || '-2', key_sealed, size + 1, sha256, digest || '2', parts, files, made_at
      from archive_packages where workorder_id = ${first}::uuid`.execute(db);
    const setNewestVersion = (version: number) =>
      db.updateTable('archive_entries').set({ version }).where('workorder_id', '=', first).execute();
    await setNewestVersion(2);
    expect(await archivist.done(archive.page, { query: { batch: number } })).toEqual(before);
    const { handOver, packages } = await detailOf({ id: first });
    expect(handOver).toBeNull();
    expect(packages.map((one) => one.handOver?.number)).toEqual([undefined, number]);
    const later = await prepare();
    expect(later.packages).toBe(1);
    const { rows } = await archivist.done(archive.page, { query: { batch: later.number } });
    expect(rows.map((row) => [row.id, row.version, row.handOver?.state])).toEqual([[first, 2, 'prepared']]);
    await db.deleteFrom('archive_hand_overs').execute();
    await db.deleteFrom('archive_packages').where('version', '=', 2).execute();
    await setNewestVersion(1);
  });
});
