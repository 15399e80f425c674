import { afterEach, describe, expect, test } from 'vitest';
import { sideRecords } from '#contract/side-records.ts';
import type { JobContext } from '#server/framework/jobs/worker.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { settleMerges } from './service.ts';

/** Merges (并案) that several people and the portal change at the same moment (docs/decisions/0234). */

const office = await testOffice();
const { context } = office;
const { db } = context;
const { desk, start } = openPetitionDesk(office);

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
  expect((await verifyAudit(db, context.crypto)).findings).toEqual([]);
});

const settle = async () => {
  await settleMerges(context as unknown as JobContext);
  await settleMerges(context as unknown as JobContext);
};
const merge = (order: StartedOrder, main: StartedOrder, account = 'liuyang') =>
  office.as(account).call(sideRecords.merge, {
    params: { workorderCode: order.code },
    body: { command: 'merge', mainCode: main.code, reason: '同一部电梯', limit: 'earliest' },
  });
const part = (order: StartedOrder) =>
  office.as('liuyang').call(sideRecords.merge, {
    params: { workorderCode: order.code },
    body: { command: 'part', recordId: 1, reason: '不是同一部' },
  });
/** Returns the state of the open merge of an order, with the code of its main order. */
async function mergeOf(order: StartedOrder): Promise<string[]> {
  const rows = await db
    .selectFrom('side_records')
    .select(['state', 'data'])
    .where('workorder_id', '=', order.id)
    .where('kind', '=', 'merge')
    .where('is_open', '=', true)
    .execute();
  return rows.map(({ state, data }) => `${state} ${(data as { mainCode?: string }).mainCode ?? ''}`.trim());
}
const rowOf = ({ id }: StartedOrder) =>
  db.selectFrom('work_orders').select(['status', 'ended_at']).where('id', '=', id).executeTakeFirstOrThrow();
async function membersOf({ id }: StartedOrder): Promise<StartedOrder[]> {
  const { data } = await db
    .selectFrom('side_records')
    .select('data')
    .where('workorder_id', '=', id)
    .where('state', '=', 'leading')
    .executeTakeFirstOrThrow();
  return (data as unknown as { members: StartedOrder[] }).members;
}
const firstMemberOf = async (main: StartedOrder) => (await membersOf(main))[0] as StartedOrder;
const isInTodo = async ({ id }: StartedOrder) =>
  (await db.selectFrom('inbox').select('number').where('workorder_id', '=', id).execute()).length > 0;

describe('merges at the same moment', () => {
  test('in a ring of three end in no ring: each order is handled somewhere', async () => {
    const [one, two, three] = [await start(), await start(), await start()];
    await Promise.all([merge(one, two), merge(two, three), merge(three, one)]);
    await settle();
    const states = await Promise.all([one, two, three].map(mergeOf));
    for (const [order, merged] of [
      [one, states[0]],
      [two, states[1]],
      [three, states[2]],
    ] as const) {
      const mainCode = merged?.find((text) => text.startsWith('merged'))?.slice('merged '.length);
      if (mainCode === undefined) expect(await isInTodo(order)).toBe(true);
      else {
        const main = [one, two, three].find(({ code }) => code === mainCode);
        expect(main && (await mergeOf(main))).toEqual(['leading']);
        expect(await isInTodo(order)).toBe(false);
      }
    }
  });

  test('of one order into two main orders: one of them wins, the other leads nothing', async () => {
    const [order, one, two] = [await start(), await start(), await start()];
    const answers = await Promise.all([merge(order, one), merge(order, two)]);
    expect(answers.filter(({ body }) => body.errcode === 0)).toHaveLength(1);
    await settle();
    const leading = (await Promise.all([one, two].map(mergeOf))).flat();
    expect(leading).toEqual(['leading']);
  });

  test('and the end of the main order: the merged one ends with it, or is handled by itself', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [order, main] = [await start(), await start()];
      await desk.press('liuyang', main, 'receive', 'receive');
      const [merged] = await Promise.all([
        merge(order, main),
        desk.tryPress('zhaomin', main, 'examine', 'decline'),
      ]);
      await settle();
      const [ofOrder, ofMain] = [await rowOf(order), await rowOf(main)];
      expect(ofMain.ended_at).not.toBeNull();
      if (merged.body.errcode === 0) expect(ofOrder.status).toBe(ofMain.status);
      else expect([ofOrder.ended_at, await isInTodo(order)]).toEqual([null, true]);
      expect(await mergeOf(order)).toEqual([]);
      expect(await mergeOf(main)).toEqual([]);
    }
  });

  test('and the end of the merged order itself: only one of them is written', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [order, main] = [await start(), await start()];
      await desk.press('liuyang', order, 'receive', 'receive');
      const [merged, ended] = await Promise.all([
        merge(order, main),
        desk.tryPress('zhaomin', order, 'examine', 'decline'),
      ]);
      await settle();
      expect([merged, ended].filter(({ body }) => body.errcode === 0)).toHaveLength(1);
      expect((await rowOf(order)).ended_at === null).toBe(merged.body.errcode === 0);
      expect(await mergeOf(main)).toEqual(merged.body.errcode === 0 ? ['leading'] : []);
    }
  });

  test('parting and the answer of the main order: the merged one is parted or answered, once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [order, main] = [await start(), await start()];
      await merge(order, main);
      await desk.press('liuyang', main, 'receive', 'receive');
      await desk.press('zhaomin', main, 'examine', 'decline');
      const [parted] = await Promise.all([part(order), settle()]);
      await settle();
      const { ended_at } = await rowOf(order);
      expect(ended_at === null).toBe(parted.body.errcode === 0);
      if (ended_at === null) expect(await isInTodo(order)).toBe(true);
      expect(await mergeOf(order)).toEqual([]);
    }
  });
});

describe('a merge over two offices', () => {
  test('needs the right to read both, and a person of one office sees no content of the other', async () => {
    const [order, main] = [await start(), await start()];
    // A handler of another office can neither merge an order that is not theirs nor find it as a main order.
    expect((await merge(order, main, 'xujun')).status).toBe(404);
    expect((await merge(order, main)).body.errcode).toBe(0);
    expect(
      (await office.as('xujun').call(sideRecords.list, { params: { workorderCode: main.code } })).status,
    ).toBe(404);
  });

  test('takes at most thirty orders into one', async () => {
    const main = await start();
    for (let count = 0; count < 30; count += 1) {
      const answer = await merge(await start(), main);
      expect(answer.body.errcode, answer.text).toBe(0);
    }
    const refused = await merge(await start(), main);
    expect(refused.body.problems).toEqual([{ field: 'mainCode', message: '一件主办件最多并入 30 件' }]);

    // Three at once for one free place: one of them stays merged, the others are handled by themselves.
    await part(await firstMemberOf(main));
    const late = [await start(), await start(), await start()];
    await Promise.all(late.map((order) => merge(order, main)));
    await settle();
    const states = await Promise.all(late.map(mergeOf));
    expect(states.filter(([state]) => state === `merged ${main.code}`)).toHaveLength(1);
    expect((await Promise.all(late.map(isInTodo))).filter((isThere) => isThere)).toHaveLength(2);
    expect(await mergeOf(main)).toEqual(['leading']);
    expect(await membersOf(main)).toHaveLength(30);
  });
});
