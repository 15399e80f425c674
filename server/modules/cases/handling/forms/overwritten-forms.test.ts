import { afterEach, describe, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { taskDrafts } from '#contract/task-drafts.ts';
import { workOrders } from '#contract/work-orders.ts';
import { getPublishedProcess } from '#server/modules/design/processes/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { proposal, units } from '#test/world/start-data.ts';

/**
 * Tests two people who fill in one form in parallel branches: neither overwrites the other's input unseen
 * (docs/decisions/0201).
 */

const office = await testOffice();
const { db, crypto } = office.context;
const desk = openDesk(office);
const formId = 'congress-proposal:1';
let lastNumber = 0;

// Both branches may fill in the same fields, including a secret, a list of files and a table.
const sharedAuthority = { leadMobile: 2, replyNo: 2, units: 2 } as const;
const { definition } = await getPublishedProcess(db, formId);
for (const id of ['host', 'join-opinion', 'assign']) {
  const node = definition.nodes[id];
  if (node?.kind !== 'userTask') throw new Error(`No node ${id}`);
  Object.assign(node.fieldAuthority['congress-proposal'] ?? {}, sharedAuthority);
}

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

/** Returns an order on which both the host and the joining unit have a task. */
async function forkedOrder(): Promise<StartedOrder> {
  const order = await desk.start('fenglei', proposal(++lastNumber, 'lead'));
  await desk.press('songjia', order, 'assign', 'assign');
  return order;
}

/** Returns the form as the page of the task shows it: one unit may have both. */
async function formOf(account: string, order: StartedOrder) {
  const query: Record<string, string> =
    account === 'gaofeng' ? { traceId: await desk.traceAt(order, 'join-opinion') } : {};
  const params = { workorderCode: order.code };
  const page = await office.as(account).done(workOrders.detailPage, { params, query });
  const [form] = page.forms;
  if (!form) throw new Error('No form');
  return form;
}
type Form = Awaited<ReturnType<typeof formOf>>;

async function storedContent({ id }: StartedOrder): Promise<Record<string, unknown>> {
  const { content } = await db
    .selectFrom('work_order_forms')
    .select('content')
    .where('workorder_id', '=', id)
    .executeTakeFirstOrThrow();
  return JSON.parse(JSON.stringify(content), (_, value) =>
    typeof value?.sealed === 'string' ? JSON.parse(crypto.open(value.sealed)) : value,
  );
}

const formsWith = (content: Record<string, unknown>, basis: Partial<Form> = {}) => ({
  workorderForms: [{ formId, content, ...basis }],
});
const visit = { communication: ['visit'], communicationRecord: '已登门沟通。' };
const hostFormsWith: typeof formsWith = (content, basis) => formsWith({ ...visit, ...content }, basis);
const versionOf = ({ contentVersion }: Form) => ({ contentVersion });
const pressJoin = (order: StartedOrder, formInput: ReturnType<typeof formsWith>) =>
  desk.tryPress('gaofeng', order, 'join-opinion', 'handle', formInput);

const joinContent = { joinOpinion: '同意主办单位意见。' };
const hostContent = { replyNo: '甲字1号' };

describe('a value from another branch after the page was opened', () => {
  test('is not emptied by a client that sends every field as it was opened', async () => {
    const order = await forkedOrder();
    const page = await formOf('gaofeng', order);
    await desk.press('zhuhong', order, 'host', 'handle', hostFormsWith(hostContent));
    const whole = { ...page.initContent, ...joinContent };
    const answer = await pressJoin(order, formsWith(whole, { initContent: page.initContent }));
    expect(answer.body).toMatchObject({ errcode: 0 });
    expect(await storedContent(order)).toMatchObject({ ...hostContent, ...joinContent });
  });

  test('causes a conflict at its field with name, time and value, and nothing is written', async () => {
    const order = await forkedOrder();
    const page = await formOf('gaofeng', order);
    await desk.press('zhuhong', order, 'host', 'handle', hostFormsWith(hostContent));
    const before = await storedContent(order);
    for (const basis of [versionOf(page), {}, { initContent: page.initContent }]) {
      const refusal = await pressJoin(order, formsWith({ ...joinContent, replyNo: '乙字2号' }, basis));
      expect(refusal.status).toBe(409);
      expect(refusal.body).toMatchObject({ errcode: 40959, errmsg: '表单内容已被他人修改，请核对后再提交' });
      expect(refusal.body.problems).toEqual([
        {
          field: 'congress-proposal.replyNo',
          message: expect.stringMatching(
            /^.+已由朱红于\d\d-\d\d \d\d:\d\d改为“甲字1号”，与您填写的不同，请核对后再提交$/,
          ),
        },
      ]);
      expect(await storedContent(order)).toEqual(before);
    }
    const current = await formOf('gaofeng', order);
    expect(current.changes.at(-1)).toMatchObject({
      by: '朱红',
      fields: expect.arrayContaining(['replyNo']),
    });
    const done = await pressJoin(
      order,
      formsWith({ ...joinContent, replyNo: '乙字2号' }, versionOf(current)),
    );
    expect(done.body).toMatchObject({ errcode: 0 });
    expect(await storedContent(order)).toMatchObject({ ...hostContent, replyNo: '乙字2号' });
  });

  test('causes a conflict in the preview of the action, too', async () => {
    const order = await forkedOrder();
    const page = await formOf('gaofeng', order);
    const traceId = await desk.traceAt(order, 'join-opinion');
    const ask = (basis: Partial<Form>) =>
      office.as('gaofeng').call(handling.previewAction, {
        body: {
          workorderId: order.id,
          traceId,
          buttonId: 'handle',
          ...formsWith({ ...joinContent, replyNo: '乙字2号' }, basis),
        },
      });
    expect((await ask(versionOf(page))).body.errcode).toBe(0);
    await desk.press('zhuhong', order, 'host', 'handle', hostFormsWith(hostContent));
    expect((await ask(versionOf(page))).body.errcode).toBe(40959);
    expect((await ask(versionOf(await formOf('gaofeng', order)))).body.errcode).toBe(0);
  });

  test('is not overwritten by a request with an unknown content version', async () => {
    const order = await forkedOrder();
    await desk.press('zhuhong', order, 'host', 'handle', hostFormsWith(hostContent));
    const answer = await pressJoin(
      order,
      formsWith({ ...joinContent, replyNo: '乙字2号' }, { contentVersion: 9_999 }),
    );
    expect(answer.body).toMatchObject({
      errcode: 40014,
      problems: [{ field: 'workorderForms.0.contentVersion' }],
    });
  });

  test('is compared by the mask for secret fields and as a whole for tables', async () => {
    const order = await forkedOrder();
    const page = await formOf('gaofeng', order);
    const [unit] = page.content.units as Record<string, unknown>[];
    await desk.press(
      'zhuhong',
      order,
      'host',
      'handle',
      hostFormsWith({ ...hostContent, leadMobile: '15405719999', units: [{ ...unit, unit: units.housing }] }),
    );
    const { leadMobile: mask, units: shown } = page.content;
    const unchanged = await pressJoin(order, formsWith({ leadMobile: mask, units: shown }, versionOf(page)));
    // The table that was sent back differs from the stored one; the mask is no typed value.
    expect(unchanged.body.problems?.map(({ field }) => field)).toEqual(['congress-proposal.units']);
    const typed = await pressJoin(
      order,
      formsWith({ ...joinContent, leadMobile: '15405718888' }, versionOf(page)),
    );
    expect(typed.body.problems?.[0]?.message).toContain('改为“154****9999”');
    const done = await pressJoin(order, formsWith({ ...joinContent, leadMobile: mask }, versionOf(page)));
    expect(done.body).toMatchObject({ errcode: 0 });
    expect(await storedContent(order)).toMatchObject({
      leadMobile: '15405719999',
      units: [{ unit: units.housing }],
    });
  });

  test('causes a conflict under concurrent submissions, and a repeated key returns the first answer', async () => {
    const order = await forkedOrder();
    const page = await formOf('gaofeng', order);
    const bodies = [
      desk.pressBody(order, 'host', 'handle', hostFormsWith(hostContent, versionOf(page))),
      desk.pressBody(
        order,
        'join-opinion',
        'handle',
        formsWith({ ...joinContent, replyNo: '乙字2号' }, versionOf(page)),
      ),
    ];
    const [host, join] = await Promise.all(bodies);
    const send = (account: string, body: unknown, key: string) =>
      office.as(account).call(handling.handle, { body, key });
    const [one, two] = await Promise.all([
      send('zhuhong', host, `host-${order.id}`),
      send('gaofeng', join, `join-${order.id}`),
    ]);
    const codes = [one.body.errcode, two.body.errcode].sort();
    expect(codes).toEqual([0, 40959]);
    const isHostFirst = one.body.errcode === 0;
    expect(await storedContent(order)).toMatchObject({
      replyNo: isHostFirst ? hostContent.replyNo : '乙字2号',
    });
    const again = isHostFirst
      ? await send('zhuhong', host, `host-${order.id}`)
      : await send('gaofeng', join, `join-${order.id}`);
    expect(again.text).toBe(isHostFirst ? one.text : two.text);
  });
});

describe('a value of a task draft', () => {
  const stage = async (
    account: string,
    order: StartedOrder,
    content: Record<string, unknown>,
    basis: Partial<Form>,
  ) =>
    office.as(account).done(taskDrafts.draftForms, {
      params: { workorderId: order.id },
      body: {
        workorderForms: [{ id: formId, content, ...basis }],
        traceId: await desk.traceAt(order, 'join-opinion'),
      },
    });

  test('is shown beside a newer value from another branch, also after the draft is saved again', async () => {
    const order = await forkedOrder();
    const page = await formOf('gaofeng', order);
    await stage('gaofeng', order, { ...joinContent, replyNo: '乙字2号' }, versionOf(page));
    expect((await formOf('gaofeng', order)).content).toMatchObject({ replyNo: '乙字2号' });
    await desk.press('zhuhong', order, 'host', 'handle', hostFormsWith(hostContent));
    const shown = await formOf('gaofeng', order);
    expect(shown.content).toMatchObject({ ...hostContent, ...joinContent });
    expect(shown.typedBefore).toEqual({ replyNo: '乙字2号' });
    expect(shown.initContent).toMatchObject(hostContent);
    await stage('gaofeng', order, { joinOpinion: '部分同意' }, versionOf(shown));
    const again = await formOf('gaofeng', order);
    expect(again.content).toMatchObject({ ...hostContent, joinOpinion: '部分同意' });
    expect(again.typedBefore).toEqual({ replyNo: '乙字2号' });
    await stage('gaofeng', order, { replyNo: '乙字2号' }, versionOf(again));
    const formPage = await formOf('gaofeng', order);
    expect(formPage.content).toMatchObject({ replyNo: '乙字2号', joinOpinion: '部分同意' });
    expect(formPage.typedBefore).toEqual({});
  });

  test('from before a return does not replace a field that was corrected later', async () => {
    const order = await desk.start('fenglei', proposal(++lastNumber, 'lead'));
    const page = await formOf('songjia', order);
    await desk.press('songjia', order, 'assign', 'return', {
      backNodeIds: 'start',
      ...formsWith({ leadMobile: '15405717777', replyNo: '乙字2号' }, versionOf(page)),
    });
    await desk.resubmit('fenglei', order, { leadMobile: '15405716666' });
    const shown = await formOf('songjia', order);
    expect(shown.content).toMatchObject({ leadMobile: '154****6666', replyNo: '乙字2号' });
    expect(shown.typedBefore).toEqual({ leadMobile: '154****7777' });
    await desk.press('songjia', order, 'assign', 'assign', {
      workorderForms: [
        {
          formId,
          content: { ...proposal(1, 'lead').valuesByNode.assign, leadMobile: '154****7777' },
          ...versionOf(shown),
        },
      ],
    });
    expect(await storedContent(order)).toMatchObject({ leadMobile: '15405717777' });
  });
});
