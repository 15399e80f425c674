import { afterEach, expect, test } from 'vitest';
import { copies } from '#contract/copies.ts';
import { handling } from '#contract/handling.ts';
import { workOrders } from '#contract/work-orders.ts';
import { initialTraceRows } from '#domain/workflow/model/limits.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';

/**
 * Tests the part of a long trace in the page's answer, compared with the whole trace (S1 §4,
 * docs/decisions/0131).
 */

const office = await testOffice();
const { desk, start, pageOf } = openPetitionDesk(office);

afterEach(async () => {
  expect(await checkInvariants(office.context.db)).toEqual([]);
});

async function returnRepeatedly(order: StartedOrder, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await desk.press('zhaomin', order, 'examine', 'return', { backNodeIds: ['start'], backWay: 'direct' });
    await desk.resubmit('zhangwei', order);
  }
}

/** Starts a new visit at the same node, at which others may be asked again. */
async function startNewVisit(order: StartedOrder): Promise<void> {
  await desk.press('zhaomin', order, 'examine', 'return', { backNodeIds: ['start'] });
  await desk.resubmit('zhangwei', order);
  await desk.press('liuyang', order, 'receive', 'receive');
}

const askedPeople = ['xujun', 'gaofeng', 'zhuhong'];

/** Runs a countersign after whose three answers the order returns to the requester. */
async function runCountersign(order: StartedOrder): Promise<void> {
  await office.as('zhaomin').done(handling.handle, {
    body: {
      workorderId: order.id,
      workorderTraceId: await desk.traceAt(order, 'examine'),
      handlerOpinion: '请会签',
      handlerOperation: '5',
      countersignWay: 1,
      countersignList: askedPeople.map((name) => ({
        groupName: '',
        handlerType: 1,
        handlerId: `staff-${name}`,
      })),
    } as never,
  });
  for (const name of askedPeople) {
    await office.as(name).done(handling.handle, {
      body: { workorderId: order.id, handlerOperation: '01', handlerOpinion: `${name} 的意见` },
    });
  }
}

async function wholeTraceOf(account: string, { code }: StartedOrder) {
  const { rows } = await office.as(account).done(workOrders.traces, { params: { workorderCode: code } });
  return rows.map(({ corrects, specials, outputs, expresses, pays, workorderRareVo, ...row }) => row);
}

/**
 * Returns the page's rows after checking that they are rows of the whole trace, in its order and with equal
 * fields.
 */
async function headOf(account: string, order: StartedOrder) {
  const [{ traces, traceTotals }, whole] = [await pageOf(account, order), await wholeTraceOf(account, order)];
  const ids = new Set(traces.map(({ id }) => id));
  expect(traces).toEqual(whole.filter(({ id }) => ids.has(id)));
  expect(traceTotals.rows).toBe(whole.length);
  const answers = new Set(
    whole.flatMap(({ panels }) =>
      panels.flatMap(({ kind, seats }) => (kind === 'countersign' ? seats.map(({ id }) => id) : [])),
    ),
  );
  answers.delete('');
  expect(traceTotals.answers).toBe(answers.size);
  const withoutAnswers = (rows: typeof whole) => rows.filter(({ id }) => !answers.has(id));
  return { traces, whole, answers, first: withoutAnswers(traces), all: withoutAnswers(whole) };
}

test('a trace of up to twenty rows is complete on the page', async () => {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  await returnRepeatedly(order, 8);
  const { traces, whole } = await headOf('zhaomin', order);
  expect(whole.length).toBeLessThanOrEqual(initialTraceRows);
  expect(traces).toEqual(whole);
});

test('the page of a long trace has its first rows with their answers and the newest row of each node', async () => {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  await runCountersign(order);
  await returnRepeatedly(order, 10);
  await startNewVisit(order);
  await runCountersign(order);
  await returnRepeatedly(order, 2);
  await startNewVisit(order);
  await runCountersign(order);
  await returnRepeatedly(order, 2);
  const { traces, whole, first, all } = await headOf('zhaomin', order);
  expect(whole.length).toBeGreaterThan(initialTraceRows + 10);
  expect(traces.length).toBeLessThan(whole.length - 5);
  expect(first.slice(0, initialTraceRows)).toEqual(all.slice(0, initialTraceRows));
  for (const node of new Set(whole.map(({ flowNodeId }) => flowNodeId))) {
    const newest = whole
      .filter(({ flowNodeId }) => flowNodeId === node)
      .toSorted((a, b) => b.number - a.number)[0];
    expect(traces.map(({ id }) => id)).toContain(newest?.id);
  }
  const shownPanels = first.slice(0, initialTraceRows).flatMap(({ panels }) => panels);
  expect(shownPanels.length).toBeGreaterThan(0);
  for (const { seats } of shownPanels) {
    expect(seats.map(({ handlerOpinion }) => handlerOpinion)).toEqual(
      askedPeople.map((name) => `${name} 的意见`),
    );
  }
});

test('rows without a node come before handled rows, and readers of a long order find their own copy', async () => {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  const copy = async (receivers: string[]) =>
    office.as('zhaomin').done(copies.copy, {
      body: { traceId: await desk.traceAt(order, 'examine'), receivers, reason: '请知悉' },
    });
  await copy(['staff:staff-linxue']);
  await returnRepeatedly(order, 16);
  await copy(['staff:staff-xujun']);
  const { traces, first, all } = await headOf('zhaomin', order);
  expect(first.slice(0, initialTraceRows)).toEqual(all.slice(0, initialTraceRows));
  expect(traces.filter(({ flowNodeId }) => flowNodeId === null)).toHaveLength(2);
  expect((await pageOf('linxue', order)).copy).toMatchObject({ note: '请知悉' });
});
