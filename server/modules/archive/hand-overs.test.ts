import { createHash } from 'node:crypto';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { archive } from '#contract/archive.ts';
import { archiveHandOvers } from '#contract/archive-hand-overs.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openArchiveDesk } from '#test/world/archive-desk.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { pathOf } from '#test/world/office.ts';
import { unzipBytes } from '#test/world/unzip.ts';

/** 档案移交: packages that go to the archive together, and no package twice (docs/decisions/0162). */

const { office, clock, db, keeper, archived, detailOf, ...of } = await openArchiveDesk();
const { fetchedBy, anyTicket, tokenOf } = of;
const orders = [await archived(), await archived(), await archived()];
const ids = orders.map(({ id }) => id);
const receiver = '淳安县档案馆';

beforeEach(async () => {
  await db.deleteFrom('archive_hand_overs').execute();
  clock.forward(1_000);
});
afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

const prepare = (body: object = { ids }) =>
  keeper.done(archiveHandOvers.prepare, { body: { receiver, ...body } });
const fresh = async () => ({ params: { id: (await prepare()).id } });
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const others = { zhaomin: 403, tianye: 403 };

describe('each call', () => {
  const { file: _file, ...calls } = archiveHandOvers;
  describeCalls(office, calls, {
    page: {
      by: 'fangning',
      sent: async () => {
        await prepare();
        return { query: { keyword: '档案馆', state: 'prepared' } };
      },
      others,
      does: ({ rows }) => {
        expect(rows).toMatchObject([{ number: 'YJ2026-0001', receiver, packages: 3, state: 'prepared' }]);
      },
    },
    prepare: {
      by: 'fangning',
      sent: { body: { receiver, filters: { year: 2026, period: 'D30' } } },
      others,
      bad: [{ wrong: () => ({ body: { receiver: ' ' } }), says: [['receiver', '请填写接收单位']] }],
      does: async ({ number, packages, size }) => {
        expect([number, packages]).toEqual(['YJ2026-0001', 3]);
        const whole = await Promise.all(orders.map(async (order) => (await detailOf(order)).size));
        expect(size).toBe(whole.reduce((sum, one) => sum + one, 0));
        expect((await detailOf(orders[0] ?? { id: '' })).handOver).toMatchObject({
          number,
          state: 'prepared',
        });
      },
    },
    confirm: {
      by: 'fangning',
      sent: async () => ({ ...(await fresh()), body: { handedOn: '2026-03-01', receivedBy: '周敏' } }),
      others,
      bad: [
        {
          wrong: (right) => ({ ...right, body: { handedOn: '2026-02-30', receivedBy: '' } }),
          says: [
            ['handedOn', '请选择正确的日期'],
            ['receivedBy', '请填写接收人'],
          ],
        },
        {
          wrong: (right) => ({ ...right, body: { handedOn: '2027-01-01', receivedBy: '周敏' } }),
          says: [['handedOn', '移交日期不能晚于今天']],
        },
      ],
      does: (row) => expect(row).toMatchObject({ state: 'done', handedOn: '2026-03-01', receivedBy: '周敏' }),
    },
    cancel: {
      by: 'fangning',
      sent: fresh,
      others,
      does: async () => {
        expect((await detailOf(orders[0] ?? { id: '' })).handOver).toBeNull();
      },
    },
    take: {
      by: 'fangning',
      sent: fresh,
      others,
      does: async () => {
        const { rows } = await keeper.done(archive.retrievals, { query: { keyword: 'YJ2026-0001' } });
        expect(rows.slice(0, 3).map(({ kind }) => kind)).toEqual(['download', 'download', 'download']);
        expect(rows[0]?.purpose).toBe('移交淳安县档案馆（YJ2026-0001）');
      },
    },
  });
});

describe('a hand-over', () => {
  test('takes each package once, whoever gathers at the same moment', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => keeper.call(archiveHandOvers.prepare, { body: { receiver, ids } })),
    );
    const { rows } = await keeper.done(archiveHandOvers.page, {});
    expect(rows.map(({ packages }) => packages)).toEqual([3]);
    expect(answers.filter(({ body }) => body.errcode === 0)).toHaveLength(1);
    for (const { body } of answers.filter(({ body: { errcode } }) => errcode !== 0))
      expect(body.errmsg).toMatch(/没有可移交的档案|已编入其他移交批次/);
  });

  test('that was handed over neither changes nor goes; its packages go into no other', async () => {
    const { id, number } = await prepare();
    const body = { handedOn: '2026-03-02', receivedBy: '周敏' };
    await keeper.done(archiveHandOvers.confirm, { params: { id }, body });
    for (const call of [archiveHandOvers.confirm, archiveHandOvers.cancel]) {
      const sent = { params: { id }, ...(call === archiveHandOvers.confirm && { body }) };
      expect((await keeper.call(call, sent)).body.errmsg).toBe('该批次已移交，不能再改');
    }
    const again = await keeper.call(archiveHandOvers.prepare, { body: { receiver, ids } });
    expect(again.body.errmsg).toBe('没有可移交的档案');
    const listed = await keeper.done(archive.page, { query: { batch: number } });
    expect(listed.rows.map(({ handOver }) => handOver?.state)).toEqual(['done', 'done', 'done']);
  });

  test('is one package: the list as a sheet, the packages, and digests that are true', async () => {
    const { id, number } = await prepare();
    const { ticket } = await keeper.done(archiveHandOvers.take, { params: { id } });
    const path = pathOf(archiveHandOvers.file, { id });
    expect((await fetchedBy(path, {}, await tokenOf('fangning'))).status).toBe(401);
    expect((await fetchedBy(path, { ticket: await anyTicket(`archive-hand-over:${id}`) })).status).toBe(401);
    const { status, bytes, headers } = await fetchedBy(path, { ticket });
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

  test('takes nothing that is broken', async () => {
    const [first = ''] = ids;
    const as = (found: 'changed' | null) =>
      db.updateTable('archive_packages').set({ found }).where('workorder_id', '=', first).execute();
    await as('changed');
    expect((await prepare()).packages).toBe(2);
    await as(null);
  });
});
