import { afterAll, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { orderHistory } from '#contract/order-history.ts';
import { sideRecords } from '#contract/side-records.ts';
import { workOrders } from '#contract/work-orders.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { units } from '#test/world/start-data.ts';

/** Tests the replay of orders with branches, countersign, return and side records (docs/decisions/0238). */

const office = await testOffice();
const { desk, start, startUntilJoint } = openPetitionDesk(office);
const { clock } = office;
const day = 86_400_000;
const admin = office.as('shenjie');

afterAll(async () => {
  expect(await checkInvariants(office.context.db)).toEqual([]);
});

const paramsOf = ({ code }: StartedOrder) => ({ workorderCode: code });
const suspension = async (account: string, order: StartedOrder, body: object) => {
  const answer = await office
    .as(account)
    .call(sideRecords.suspension, { params: paramsOf(order), body: body as never });
  expect(answer.body.errcode, answer.text).toBe(0);
};
const stepsOf = async (order: StartedOrder) =>
  (await admin.done(orderHistory.steps, { params: paramsOf(order) })).rows;
const stepOf = (order: StartedOrder, version: number | undefined, account = 'shenjie') =>
  office
    .as(account)
    .done(orderHistory.stepPage, { params: { ...paramsOf(order), version: String(version) } });

/** Parts of the page that a replay shows, as they are now. */
async function nowOf(order: StartedOrder) {
  const page = await admin.done(workOrders.detailPage, { params: paramsOf(order) });
  const { records } = await admin.done(sideRecords.list, { params: paramsOf(order) });
  const { process, traces, traceTotals } = page;
  return {
    version: page.order.version,
    statusLabel: page.order.statusLabel,
    ...{ process, traces, traceTotals, records },
    forms: page.forms.map(({ initContent }) => initContent),
  };
}

test('each step of branches, a countersign, a return and records is shown as it was (S1 §4)', async () => {
  const order = await startUntilJoint(units.enforcement);
  const seen: Awaited<ReturnType<typeof nowOf>>[] = [];
  const see = async () => {
    seen.push(await nowOf(order));
    clock.forward(day);
  };
  await see();
  const undertake = await desk.traceAt(order, 'undertake-lead');
  const suspend = { command: 'suspend', traceId: undertake, ground: 'other', reason: '等待鉴定' };
  await suspension('zhuhong', order, suspend);
  await see();
  await suspension('zhuhong', order, { command: 'resume', recordId: 1, reason: '鉴定完成' });
  await see();
  const countersign = await office.as('zhuhong').call(handling.handle, {
    body: {
      workorderId: order.id,
      workorderTraceId: undertake,
      handlerOpinion: '请协助',
      handlerOperation: 5,
      countersignList: [{ handlerType: 1, assignHandlerId: 'staff-xujun' }],
    } as never,
  });
  expect(countersign.body.errcode, countersign.text).toBe(0);
  await see();
  const seat = await desk.traceAt(order, 'undertake-lead');
  const agreed = await office.as('xujun').call(handling.handle, {
    body: {
      ...{ workorderId: order.id, workorderTraceId: seat },
      ...{ handlerOperation: '5', countersignHandlerResult: 1, handlerOpinion: '同意' },
    } as never,
  });
  expect(agreed.body.errcode, agreed.text).toBe(0);
  await see();
  await desk.press('zhuhong', order, 'undertake-lead', 'return', { backNodeIds: 'instruct' });
  await see();
  const steps = await stepsOf(order);
  expect(seen.length).toBeGreaterThan(3);
  for (const { forms, version, ...page } of seen) {
    const replayed = await stepOf(order, version);
    const { forms: replayedForms, ...rest } = replayed;
    expect(rest, steps.find((step) => step.version === version)?.actName).toMatchObject(page);
    expect(replayedForms.map(({ initContent }) => initContent)).toEqual(forms);
  }
  const stateNames = await Promise.all(
    steps.map(async ({ version }) =>
      (await stepOf(order, version)).records.map(({ stateName }) => stateName),
    ),
  );
  expect(stateNames.flat()).toEqual(['中止中', ...new Array(4).fill('已恢复')]);
});

test('an order of 200 steps is replayed at each of them', async () => {
  const order = await start();
  clock.forward(60_000);
  for (let round = 1; round <= 100; round += 1) {
    await suspension('liuyang', order, {
      ...{ command: 'suspend', traceId: `${order.id}.2`, ground: 'other', reason: `第 ${round} 次` },
    });
    clock.forward(60_000);
    await suspension('liuyang', order, { command: 'resume', recordId: round, reason: '恢复' });
    clock.forward(60_000);
  }
  const { rows, omitted } = await admin.done(orderHistory.steps, { params: paramsOf(order) });
  expect([rows.length, omitted]).toEqual([201, 0]);
  for (const place of [0, 1, 2, 100, 199, 200]) {
    const { records, traceTotals, statusLabel } = await stepOf(order, rows[place]?.version);
    expect([records.length, records.filter(({ isOpen }) => isOpen).length]).toEqual([
      Math.ceil(place / 2),
      place % 2,
    ]);
    expect([traceTotals.rows, statusLabel]).toEqual([2 + place, '待收件']);
  }
});

test('a person who may not read the order, or a field of it, cannot read them in an earlier step', async () => {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  const content = { acceptResult: 'accept', undertakingUnit: units.housing, coUnits: [] };
  await desk.press('zhaomin', order, 'examine', 'accept', {
    workorderForms: [{ formId: 'petition-letter:1', content }],
  });
  const last = (await stepsOf(order)).at(-1);
  const fieldsOf = async (account: string) => {
    const { forms, changedFields } = await stepOf(order, last?.version, account);
    return { shown: Object.keys(forms[0]?.content ?? {}), changed: changedFields['petition-letter'] ?? [] };
  };
  expect((await fieldsOf('zhaomin')).changed).toContain('acceptResult');
  const ofClerk = await fieldsOf('zhangwei');
  expect(ofClerk.shown).not.toContain('acceptResult');
  expect(ofClerk.changed).not.toContain('acceptResult');
  for (const account of ['dengtao', 'chenjing']) {
    const params = { ...paramsOf(order), version: String(last?.version) };
    expect((await office.as(account).call(orderHistory.stepPage, { params })).status).toBe(404);
  }
});
