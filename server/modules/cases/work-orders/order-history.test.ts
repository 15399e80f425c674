import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { orderHistory } from '#contract/order-history.ts';
import { type WorkOrderPage, workOrders } from '#contract/work-orders.ts';
import { formLimits } from '#domain/forms/limits.ts';
import { getPublishedProcess } from '#server/modules/design/processes/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition, proposal } from '#test/world/start-data.ts';

/** Tests the earlier values of forms and the replay of an order (docs/decisions/0238). */

const office = await testOffice();
const { db } = office.context;
const desk = openDesk(office);
const admin = office.as('shenjie');

// Both branches may fill in a secret and a table.
const { definition } = await getPublishedProcess(db, 'congress-proposal:1');
for (const id of ['host', 'join-opinion']) {
  const node = definition.nodes[id];
  if (node?.kind !== 'userTask') throw new Error(`No node ${id}`);
  Object.assign(node.fieldAuthority['congress-proposal'] ?? {}, { leadMobile: 2, replyNo: 2, units: 2 });
}

const formsWith = (content: Record<string, unknown>) => ({
  workorderForms: [{ formId: 'congress-proposal:1', content }],
});
const visit = { communication: ['visit'], communicationRecord: '已登门沟通。' };

const order = await desk.start('fenglei', proposal(1));
const pages: WorkOrderPage[] = [];
const parametersOf = ({ code }: StartedOrder) => ({ params: { workorderCode: code } });
const recordPage = async () => void pages.push(await admin.done(workOrders.detailPage, parametersOf(order)));

await recordPage();
await desk.press('songjia', order, 'assign', 'assign');
await recordPage();
const [unit] = (pages[1]?.forms[0]?.content.units ?? []) as Record<string, unknown>[];
await desk.press(
  'zhuhong',
  order,
  'host',
  'handle',
  formsWith({
    ...visit,
    replyNo: '甲字1号',
    leadMobile: '15405719999',
    units: [{ ...unit, contact: '高山' }],
  }),
);
await recordPage();
await desk.press('gaofeng', order, 'join-opinion', 'handle', {
  workorderForms: [
    {
      formId: 'congress-proposal:1',
      content: { joinOpinion: '同意主办单位意见。', replyNo: '甲字2号' },
      contentVersion: pages[2]?.forms[0]?.contentVersion,
    },
  ],
});
await recordPage();

const changesOf = async (account: string, query = {}, started = order) =>
  (await office.as(account).done(orderHistory.formChanges, { ...parametersOf(started), query })).rows;

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

describeCalls(office, orderHistory, {
  formChanges: {
    caller: 'shenjie',
    request: parametersOf(order),
    refusedFor: { chenjing: 404, tianye: 403 },
    invalidInputs: [
      {
        makeInvalid: (request) => ({ ...request, query: { before: '0', fieldId: 'x'.repeat(61) } }),
        expectedProblems: [
          ['fieldId', '不能超过60个字符'],
          ['before', '版本不正确'],
        ],
      },
    ],
    checkAnswer: ({ rows, forms, nextBefore }) => {
      expect(rows.map(({ handlerName, flowNodeName }) => [handlerName, flowNodeName])).toEqual([
        ['高峰', '会办单位意见'],
        ['朱红', '主办单位研究办理'],
        ['宋佳', '审核交办'],
      ]);
      expect(forms.map(({ formName }) => formName)).toEqual(['人大代表建议办理单']);
      expect(nextBefore).toBeNull();
    },
  },
  steps: {
    caller: 'shenjie',
    request: parametersOf(order),
    refusedFor: { chenjing: 404, tianye: 403 },
    checkAnswer: ({ rows, omitted }) => {
      expect(rows.map(({ actName, handlerName }) => `${actName} ${handlerName}`)).toEqual([
        '发起 冯蕾',
        '交办 宋佳',
        '办理 朱红',
        '提交会办意见 高峰',
      ]);
      expect(omitted).toBe(0);
    },
  },
  stepPage: {
    caller: 'shenjie',
    request: () =>
      Promise.resolve({ params: { workorderCode: order.code, version: String(pages[1]?.order.version) } }),
    refusedFor: { chenjing: 404, tianye: 403 },
    invalidInputs: [
      {
        makeInvalid: ({ params }) => ({ params: { ...params, version: 'x' } }),
        expectedProblems: [['version', '版本不正确']],
      },
    ],
    checkAnswer: ({ statusLabel, forms }) => {
      expect(statusLabel).toBe(pages[1]?.order.statusLabel);
      expect(forms[0]?.content.handlingWay).toBe('lead');
    },
  },
});

describe('the history of form values', () => {
  test('has old and new value of a field, newest first, and only of that field', async () => {
    const rows = await changesOf('shenjie', { formCode: 'congress-proposal', fieldId: 'replyNo' });
    expect(rows.map(({ before, after, fields }) => ({ before, after, fields }))).toEqual([
      { before: { replyNo: '甲字1号' }, after: { replyNo: '甲字2号' }, fields: ['replyNo'] },
      { before: { replyNo: '' }, after: { replyNo: '甲字1号' }, fields: ['replyNo'] },
    ]);
  });

  test('masks secret values, and stores encrypted ones encrypted', async () => {
    const [row] = await changesOf('songjia', { formCode: 'congress-proposal', fieldId: 'leadMobile' });
    expect(row?.after).toEqual({ leadMobile: '154****9999' });
    expect(row?.before.leadMobile).toMatch(/^\d{3}\*{4}\d{4}$/);
    const stored = await db.selectFrom('work_order_form_changes').select('previous').execute();
    const text = JSON.stringify(stored);
    expect(text).toContain('sealed');
    expect(text).not.toMatch(/1540571\d{4}/);
  });

  test('keeps fields hidden that the reader’s node hides', async () => {
    const letter = await desk.start('zhangwei', petition(1));
    await desk.press('liuyang', letter, 'receive', 'receive');
    await desk.press('zhaomin', letter, 'examine', 'accept');
    const seen = await changesOf('zhaomin', {}, letter);
    expect(seen.flatMap(({ fields }) => fields)).toContain('acceptResult');
    expect(await changesOf('zhangwei', {}, letter)).toEqual([]);
    const first = await office.as('zhangwei').done(orderHistory.steps, parametersOf(letter));
    const version = String(first.rows.at(-1)?.version);
    const { forms } = await office
      .as('zhangwei')
      .done(orderHistory.stepPage, { params: { workorderCode: letter.code, version } });
    expect(Object.keys(forms[0]?.content ?? {})).not.toContain('acceptResult');
  });

  test('names the changes of an earlier release without the values that were not stored', async () => {
    const old = await desk.start('fenglei', proposal(2));
    await desk.press('songjia', old, 'assign', 'assign');
    const stored = await db
      .deleteFrom('work_order_form_changes')
      .where('workorder_id', '=', old.id)
      .returningAll()
      .execute();
    const [row] = await changesOf('songjia', { formCode: 'congress-proposal', fieldId: 'handlingWay' }, old);
    expect(row).toMatchObject({
      handlerName: '宋佳',
      traceId: null,
      before: {},
      after: { handlingWay: 'lead' },
    });
    const { forms, unknownFields } = await admin.done(orderHistory.stepPage, {
      params: { workorderCode: old.code, version: String((await stepsOf(old))[0]?.version) },
    });
    expect(unknownFields['congress-proposal']).toContain('handlingWay');
    expect(Object.keys(forms[0]?.content ?? {})).not.toContain('handlingWay');
    // The audit chain of an earlier release does not name them.
    const rows = stored.map((change) => ({ ...change, previous: JSON.stringify(change.previous) }));
    await db.insertInto('work_order_form_changes').values(rows).execute();
  });

  test('removes the oldest values when those of a form are too large, and keeps who changed what', async () => {
    const large = await desk.start('fenglei', proposal(3));
    await desk.press('songjia', large, 'assign', 'assign');
    const first = await db
      .selectFrom('work_order_form_changes')
      .selectAll()
      .where('workorder_id', '=', large.id)
      .executeTakeFirstOrThrow();
    const setFirst = (values: unknown) =>
      db
        .updateTable('work_order_form_changes')
        .set({ previous: JSON.stringify(values) })
        .where('workorder_id', '=', large.id)
        .where('version', '=', first.version)
        .execute();
    await setFirst({ replyNo: randomText(formLimits.storedChangesBytes) });
    await desk.press('zhuhong', large, 'host', 'handle', formsWith({ ...visit, replyNo: '甲字1号' }));
    const rows = await changesOf('shenjie', {}, large);
    expect(rows.map(({ handlerName, before }) => [handlerName, Object.keys(before).length > 0])).toEqual([
      ['朱红', true],
      ['宋佳', false],
    ]);
    await setFirst(first.previous);
  });

  test('is answered in pages that never separate one action', async () => {
    const [first] = await changesOf('shenjie');
    const rows = await changesOf('shenjie', { before: String(first?.version) });
    expect(rows.map(({ handlerName }) => handlerName)).toEqual(['朱红', '宋佳']);
  });
});

async function stepsOf(started: StartedOrder) {
  return (await admin.done(orderHistory.steps, parametersOf(started))).rows;
}

/** Returns a text that compression does not shorten much. */
function randomText(length: number): string {
  return randomBytes(length).toString('base64');
}

describe('the replay', () => {
  test('shows stages, trace, status and values as the page did at that time', async () => {
    const steps = await stepsOf(order);
    expect(steps.map(({ version }) => version)).toEqual(pages.map((page) => page.order.version));
    for (const page of pages) {
      const replayed = await admin.done(orderHistory.stepPage, {
        params: { workorderCode: order.code, version: String(page.order.version) },
      });
      expect(replayed.process).toEqual(page.process);
      expect(replayed.statusLabel).toBe(page.order.statusLabel);
      expect(replayed.traces).toEqual(page.traces);
      expect(replayed.forms[0]?.initContent).toEqual(page.forms[0]?.initContent);
      expect(replayed.unknownFields).toEqual({});
      const before = pages[pages.indexOf(page) - 1];
      const changed = page.forms[0]?.changes.find(({ version }) => version === page.order.version)?.fields;
      expect(replayed.changedFields['congress-proposal']).toEqual(before && changed);
    }
  });

  test('refuses a version that no action has', async () => {
    const { body } = await admin.call(orderHistory.stepPage, {
      params: { workorderCode: order.code, version: '2' },
    });
    expect(body.errcode).toBe(404);
  });
});
