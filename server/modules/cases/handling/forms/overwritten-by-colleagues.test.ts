import { afterEach, describe, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { processes } from '#contract/processes.ts';
import { taskDrafts } from '#contract/task-drafts.ts';
import { workOrders } from '#contract/work-orders.ts';
import { getPublishedProcess } from '#server/modules/design/processes/service.ts';
import { readSeedText } from '#server/seeds/office.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';

/**
 * Tests several handlers of one node, and a batch, with one form: no input is overwritten unseen
 * (docs/decisions/0201).
 */

const office = await testOffice();
const { db } = office.context;
const { desk, start } = openPetitionDesk(office);
const formId = 'petition-letter:1';
const handlers = ['liuyang', 'zhaomin', 'sunlei'] as const;

// Three people do 收件, each of whom may change the request and the materials of the letter.
const loop = '<bpmn:multiInstanceLoopCharacteristics></bpmn:multiInstanceLoopCharacteristics>';
const candidates = handlers.map(
  (name) => `<portal:candidate kind="staff" ref="staff-${name}" name="${name}"/>`,
);
const xml = readSeedText('processes/petition-letter.bpmn')
  .replace(/<portal:candidate kind="group" ref="petition-receivers"[^>]*>/, candidates.join(''))
  .replace('withdrawAllowed="true"', '')
  .replace(/<portal:button id="withdraw"[^>]*>/, '')
  .replace('<bpmn:outgoing>to-examine</bpmn:outgoing>', (outgoing) => outgoing + loop);
const { id: processId } = await office.as('xiaohan').done(processes.publish, { body: { xml } });
await db
  .updateTable('business_items')
  .set({ process_definition_id: processId })
  .where('task_code', '=', 'petition-letter')
  .where('current', '=', true)
  .execute();
const { definition } = await getPublishedProcess(db, processId);
const receiving = definition.nodes.receive;
if (receiving?.kind !== 'userTask') throw new Error('No node receive');
Object.assign(receiving.fieldAuthority, {
  'petition-letter': { ...receiving.fieldAuthority['petition-letter'], demand: 2, attachments: 2 },
});

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

async function pageOf(name: string, { code }: StartedOrder) {
  const page = await office.as(name).done(workOrders.detailPage, { params: { workorderCode: code } });
  const [form] = page.forms;
  if (!form || !page.task) throw new Error(`${name} has no task`);
  return { form, traceId: page.task.traceId };
}
type OpenedPage = Awaited<ReturnType<typeof pageOf>>;

function bodyOf(
  order: StartedOrder,
  { traceId }: OpenedPage,
  content: Record<string, unknown> | null,
  basis = {},
) {
  return desk.pressBody(order, 'receive', 'receive', {
    workorderTraceId: traceId,
    workorderForms: content === null ? [] : [{ formId, content, ...basis }],
  });
}

async function send(name: string, body: unknown, key: string) {
  office.clock.forward(60_000);
  return office.as(name).call(handling.handle, { body: body as never, key });
}

async function storedContent({ id }: StartedOrder): Promise<Record<string, unknown>> {
  const row = await db
    .selectFrom('work_order_forms')
    .select('content')
    .where('workorder_id', '=', id)
    .executeTakeFirstOrThrow();
  return row.content as Record<string, unknown>;
}

const versionOf = ({ form }: OpenedPage) => ({ contentVersion: form.contentVersion });

describe('several handlers of one node', () => {
  test('get a conflict when another one was first, and untouched fields keep the stored values', async () => {
    const order = await start();
    const [one, two, three] = await Promise.all(handlers.map((name) => pageOf(name, order)));
    if (!one || !two || !three) throw new Error('No pages');
    const first = await send(
      'liuyang',
      await bodyOf(order, one, { demand: '请求修复河堤。' }, versionOf(one)),
      `i1-${order.id}`,
    );
    expect(first.body).toMatchObject({ errcode: 0 });
    const refusal = await send(
      'zhaomin',
      await bodyOf(order, two, { demand: '请求修复道路。' }, versionOf(two)),
      `i2-${order.id}`,
    );
    expect(refusal.body).toMatchObject({
      errcode: 40959,
      problems: [{ field: 'petition-letter.demand', message: expect.stringContaining('请求修复河堤。') }],
    });
    // A client that sends the whole form as opened has typed nothing in it.
    const { initContent } = three.form;
    const whole = await bodyOf(order, three, initContent, { initContent });
    expect((await send('sunlei', whole, `i3-${order.id}`)).body).toMatchObject({ errcode: 0 });
    expect(await storedContent(order)).toMatchObject({ demand: '请求修复河堤。' });
  });

  test('get a conflict for a file list that another one has changed', async () => {
    const order = await start();
    const [one, two] = await Promise.all([pageOf('liuyang', order), pageOf('zhaomin', order)]);
    const [mine, theirs] = await Promise.all([desk.paper('liuyang'), desk.paper('zhaomin')]);
    const first = await bodyOf(order, one, { attachments: [mine] }, versionOf(one));
    expect((await send('liuyang', first, `f1-${order.id}`)).body).toMatchObject({ errcode: 0 });
    const second = await send(
      'zhaomin',
      await bodyOf(order, two, { attachments: [theirs] }, versionOf(two)),
      `f2-${order.id}`,
    );
    expect(second.body).toMatchObject({
      errcode: 40959,
      problems: [{ field: 'petition-letter.attachments', message: expect.stringContaining('已由刘洋') }],
    });
    expect(await storedContent(order)).toMatchObject({ attachments: [mine] });
    const current = await pageOf('zhaomin', order);
    const both = await bodyOf(order, current, { attachments: [mine, theirs] }, versionOf(current));
    expect((await send('zhaomin', both, `f3-${order.id}`)).body).toMatchObject({ errcode: 0 });
    expect(await storedContent(order)).toMatchObject({ attachments: [mine, theirs] });
  });

  test('who submit concurrently: one value is stored, the other gets a conflict', async () => {
    const order = await start();
    const [one, two] = await Promise.all([pageOf('liuyang', order), pageOf('zhaomin', order)]);
    const [left, right] = await Promise.all([
      bodyOf(order, one, { demand: '请求修复河堤。' }, versionOf(one)),
      bodyOf(order, two, { demand: '请求修复道路。' }, versionOf(two)),
    ]);
    const answers = await Promise.all([
      send('liuyang', left, `r1-${order.id}`),
      send('zhaomin', right, `r2-${order.id}`),
    ]);
    expect(answers.map(({ body }) => body.errcode).sort()).toEqual([0, 40959]);
    const winner = answers[0]?.body.errcode === 0 ? '请求修复河堤。' : '请求修复道路。';
    expect(await storedContent(order)).toMatchObject({ demand: winner });
  });

  test('who save a draft during an action of another see their value beside the stored one', async () => {
    const order = await start();
    const [one, two] = await Promise.all([pageOf('liuyang', order), pageOf('zhaomin', order)]);
    const body = await bodyOf(order, one, { demand: '请求修复河堤。' }, versionOf(one));
    const [response] = await Promise.all([
      send('liuyang', body, `s1-${order.id}`),
      office.as('zhaomin').done(taskDrafts.draftForms, {
        params: { workorderId: order.id },
        body: {
          workorderForms: [{ id: formId, content: { demand: '请求修复道路。' }, ...versionOf(two) }],
          traceId: two.traceId,
        },
      }),
    ]);
    expect(response.body).toMatchObject({ errcode: 0 });
    const { form } = await pageOf('zhaomin', order);
    expect(form.content).toMatchObject({ demand: '请求修复河堤。' });
    expect(form.typedBefore).toEqual({ demand: '请求修复道路。' });
  });
});

test('a batch sends no form and leaves typed values of others unchanged', async () => {
  const order = await start();
  const [one, two] = await Promise.all([pageOf('liuyang', order), pageOf('zhaomin', order)]);
  const first = await bodyOf(order, one, { demand: '请求修复河堤。' }, versionOf(one));
  expect((await send('liuyang', first, `b1-${order.id}`)).body).toMatchObject({ errcode: 0 });
  const batch = await send('zhaomin', await bodyOf(order, two, null), `b2-${order.id}`);
  expect(batch.body).toMatchObject({ errcode: 0 });
  expect(await storedContent(order)).toMatchObject({ demand: '请求修复河堤。' });
});
