import { afterEach, describe, expect, test } from 'vitest';
import { sideRecords } from '#contract/side-records.ts';
import { substitutes } from '#contract/substitutes.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';

/** Commands on side records (0232) by a substitute, after a person left, and with the numbers of another order. */

const office = await testOffice();
const { context, clock } = office;
const { db } = context;
const { desk, start } = openPetitionDesk(office);

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
  expect((await verifyAudit(db, context.crypto)).findings).toEqual([]);
});

const give = (account: string, { code }: StartedOrder, body: object) =>
  office.as(account).call(sideRecords.suspension, {
    params: { workorderCode: code },
    body: body as never,
  });
const suspend = async (account: string, order: StartedOrder, traceId: string) =>
  give(account, order, { command: 'suspend', traceId, ground: 'other', reason: '等待鉴定' });
const resume = (account: string, order: StartedOrder, recordId = 1) =>
  give(account, order, { command: 'resume', recordId, reason: '鉴定完成' });
const recordsOf = ({ id }: StartedOrder) =>
  db
    .selectFrom('side_records')
    .select(['kind', 'state', 'opened_by'])
    .where('workorder_id', '=', id)
    .execute();

describe('a substitute', () => {
  test('opens and ends a record in the place of the absent person, and not after the substitution', async () => {
    const order = await start();
    await desk.press('liuyang', order, 'receive', 'receive');
    const traceId = await desk.traceAt(order, 'examine');
    expect((await suspend('hudong', order, traceId)).status).not.toBe(200);
    const today = localDateOf(clock.now);
    await office.as('zhaomin').done(substitutes.set, {
      body: { substituteId: 'staff-hudong', startsOn: today, endsOn: today, takesOpen: true },
    });
    const suspended = await suspend('hudong', order, traceId);
    expect(suspended.body.errcode, suspended.text).toBe(0);
    expect(await recordsOf(order)).toMatchObject([{ state: 'suspended', opened_by: 'staff-hudong' }]);
    const row = await db
      .selectFrom('work_order_records')
      .select(['act_name', 'details'])
      .where('workorder_id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ act_name: '中止', details: { standsFor: { key: 'staff:staff-zhaomin' } } });
    clock.forward(2 * 86_400_000);
    expect((await resume('hudong', order)).body.errcode).not.toBe(0);
    expect((await resume('zhaomin', order)).body.errcode).toBe(0);
  });
});

describe('a person who left', () => {
  test('gives no more commands; a leader resumes the order', async () => {
    const order = await start();
    expect((await suspend('liuyang', order, await desk.traceAt(order, 'receive'))).body.errcode).toBe(0);
    const left = { disabled_at: context.now() };
    await db.updateTable('staff').set(left).where('id', '=', 'staff-liuyang').execute();
    expect((await resume('liuyang', order)).status).toBe(401);
    await db.updateTable('staff').set({ disabled_at: null }).where('id', '=', 'staff-liuyang').execute();
    const resumed = await resume('wujianguo', order);
    expect(resumed.body.errcode, resumed.text).toBe(0);
  });
});

describe('numbers of another order', () => {
  test('change nothing there and nothing here', async () => {
    const [own, other] = [await start(), await start()];
    const foreign = await suspend('liuyang', own, await desk.traceAt(other, 'receive'));
    expect(foreign.body.errcode, foreign.text).not.toBe(0);
    expect((await suspend('liuyang', other, await desk.traceAt(other, 'receive'))).body.errcode).toBe(0);
    expect((await resume('liuyang', own, 1)).body.errcode).not.toBe(0);
    // Number 1 of this order is a record of another kind.
    await office.as('wujianguo').done(sideRecords.extension, {
      params: { workorderCode: own.code },
      body: { command: 'grant', days: 5, reason: '情况复杂', granted: 0 },
    });
    expect((await resume('liuyang', own, 1)).body.errcode).not.toBe(0);
    expect(await recordsOf(own)).toMatchObject([{ kind: 'extension', state: 'granted' }]);
    expect(await recordsOf(other)).toMatchObject([{ kind: 'suspension', state: 'suspended' }]);
  });

  test.each([0, -1, 1.5, 99, 2 ** 31])(
    '%s as number of a record is refused without a fault',
    async (number) => {
      const order = await start();
      const answer = await resume('liuyang', order, number);
      expect(answer.status).toBeLessThan(500);
      expect(answer.body.errcode).not.toBe(0);
    },
  );
});
