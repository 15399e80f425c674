import { afterAll, describe, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { initiation } from '#contract/initiation.ts';
import { workOrders } from '#contract/work-orders.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition, units } from '#test/world/start-data.ts';

/** Tests that submissions are accepted as the specification documents them (docs/decisions/0058). */

const office = await testOffice();
const desk = openDesk(office);
let lastNumber = 0;
const startOne = () => desk.start('zhangwei', petition(++lastNumber));

afterAll(async () => {
  expect(await checkInvariants(office.context.db)).toEqual([]);
});

/** Returns the payload of an old client: every documented field, unused ones with their defaults. */
async function completePayload(order: StartedOrder) {
  const body = await desk.pressBody(order, 'receive', 'receive');
  return {
    ...body,
    workorderCode: order.code,
    procInsId: order.id,
    fileList: [],
    countersignList: [],
    handlerLimitUnit: 1,
    handlerLimitTime: '',
    countersignWay: 1,
    countersignHandlerType: 1,
    countersignFlowCondition: 1,
    countersignPromoterName: '',
    countersignPromoterId: null,
    countersignHandlerResult: '',
    traceAssignId: '',
    workorderRemindInputVo: { title: '', content: '', reason: '', fileList: [] },
    revokeCheckedVo: { revokeFlowNodeId: '', curTraceFlowNodeId: 'receive' },
    isWindowSpecific: 1,
    workorderSendMessageVo: null,
    message: { candidateList: [], msgNotify: 0, msg: '', channelType: '' },
  };
}

const send = (account: string, body: object) => office.as(account).call(handling.handle, { body });

describe('handlerOperation', () => {
  test('is accepted as a number or as text (S1 §3)', async () => {
    for (const handlerOperation of [1, '1']) {
      const order = await startOne();
      const body = await desk.pressBody(order, 'receive', 'receive');
      const result = await send('liuyang', { ...body, handlerOperation });
      expect(result.status, result.text).toBe(200);
    }
  });

  test('2006 confirms the receipt like 1 (S1 §4)', async () => {
    const order = await startOne();
    const body = await desk.pressBody(order, 'receive', 'receive');
    expect((await send('liuyang', { ...body, handlerOperation: 2006 })).status).toBe(200);
    const trace = await office.context.db
      .selectFrom('traces')
      .select(['handler_operation', 'act_name'])
      .where('workorder_id', '=', order.id)
      .where('node_id', '=', 'receive')
      .executeTakeFirst();
    expect(trace).toEqual({ handler_operation: 1, act_name: '确认收件' });
  });

  test('6 withdraws one step of a handler or recalls the whole order of its initiator (S1 §4)', async () => {
    const order = await startOne();
    await desk.press('liuyang', order, 'receive', 'receive');
    const withdrawRequest = {
      workorderId: order.id,
      workorderTraceId: await desk.traceAt(order, 'receive', 'done'),
      handlerOperation: 6,
      handlerOpinion: '登记有误',
      revokeCheckedVo: { revokeFlowNodeId: 'receive', curTraceFlowNodeId: 'examine' },
    };
    const withdrawn = await send('liuyang', withdrawRequest);
    expect(withdrawn.body.data).toMatchObject({ message: '撤回成功', nextNodeNames: ['收件'] });
    const newOrder = await startOne();
    const recall = {
      workorderId: newOrder.id,
      workorderTraceId: await desk.traceAt(newOrder, 'start', 'done'),
      handlerOperation: '6',
    };
    const recalled = await send('zhangwei', recall);
    expect(recalled.body.data, recalled.text).toMatchObject({ message: '撤回成功', status: 32 });
  });
});

describe('a submission', () => {
  test('with every documented field, including fields without effect, is accepted (S1 §3)', async () => {
    const order = await startOne();
    const result = await send('liuyang', await completePayload(order));
    expect(result.status, result.text).toBe(200);
  });

  test('rejects a filled block of another operation and an unknown field by their names', async () => {
    const order = await startOne();
    const payload = await completePayload(order);
    const payloadWithUrge = {
      ...payload,
      workorderRemindInputVo: { title: '请尽快办理', content: '', reason: '' },
    };
    const refusal = await send('liuyang', payloadWithUrge);
    expect(refusal.status).toBe(409);
    expect(refusal.body.problems).toEqual([
      { field: 'workorderRemindInputVo', message: '该操作不能同时催办，请另行提交催办' },
    ]);
    const unknownField = await send('liuyang', { ...payload, colour: 'red' });
    expect(unknownField.body.problems).toEqual([{ field: 'colour', message: '不支持的参数' }]);
  });

  test('accepts null for empty fields and a message that is switched off (S1 §5, §9)', async () => {
    const order = await startOne();
    const result = await send('liuyang', {
      ...(await completePayload(order)),
      workorderCode: null,
      procInsId: null,
      handlerOpinion: null,
      procInsNodeUserReqModel: null,
      branchProcessingNodeId: null,
      backNodeIds: null,
      workorderSendMessageVo: { code: '', content: '', bigChannelType: '10' },
      message: {
        candidateList: [],
        msgNotify: '0',
        msg: '您新收到一条待办，请及时查阅处理',
        channelType: '20',
      },
    });
    expect(result.status, result.text).toBe(200);
  });

  test('reports a problem of its opinion at the field handlerOpinion', async () => {
    const order = await startOne();
    const body = { ...(await completePayload(order)), handlerOpinion: '长'.repeat(501) };
    const { body: refusal } = await send('liuyang', body);
    expect(refusal.problems).toEqual([{ field: 'handlerOpinion', message: '【处理意见】不能超过500个字符' }]);
  });

  test('accepts the nodes to return to as text or as a list', async () => {
    for (const backNodeIds of ['start', ['start']]) {
      const order = await startOne();
      const body = await desk.pressBody(order, 'receive', 'return');
      const returned = await send('liuyang', { ...body, handlerOpinion: '请补充', backNodeIds });
      expect(returned.status, returned.text).toBe(200);
    }
  });

  test('names its forms by formId and accepts every documented item field (S1 §3)', async () => {
    const order = await startOne();
    await desk.press('liuyang', order, 'receive', 'receive');
    const page = await office
      .as('zhaomin')
      .done(workOrders.detailPage, { params: { workorderCode: order.code } });
    const [form] = page.forms;
    expect(form).toMatchObject({
      id: 'petition-letter:1',
      formName: '群众来信登记表',
      formType: 1,
      configJson: { allowEdit: expect.any(Array) },
      initContent: expect.any(Object),
      metaData: {},
    });
    const content = { acceptResult: 'accept', undertakingUnit: units.housing };
    const item = {
      formId: form?.id,
      content,
      id: 'row-1',
      isDraft: 0,
      draft: false,
      formStructure: form?.formStructure,
      formDeployId: 'deploy-1',
      formName: form?.formName,
      metaData: {},
      formType: 1,
      formVersionCode: 1,
      modelFormType: null,
      flowNodeId: 'examine',
      flowNodeName: '受理审查',
      serviceMetaData: '',
      initContent: {},
    };
    const result = await desk.press('zhaomin', order, 'examine', 'accept', {
      workorderForms: [item as never],
    });
    expect(result.nextNodeNames).toEqual(['领导批示']);
  });

  test('accepts form content and structure as the JSON texts that were returned (S2 §3)', async () => {
    const order = await startOne();
    await desk.press('liuyang', order, 'receive', 'receive');
    const params = { workorderId: order.id };
    const [form] = (await office.as('zhaomin').done(workOrders.forms, { params })).rows;
    const typedContent = { acceptResult: 'accept', undertakingUnit: units.housing };
    const item = {
      formId: form?.id,
      content: JSON.stringify({ ...(JSON.parse(form?.content ?? '') as object), ...typedContent }),
      initContent: form?.initContent,
      formStructure: form?.formStructure,
    };
    const press = (content: unknown) =>
      desk.tryPress('zhaomin', order, 'examine', 'accept', {
        workorderForms: [{ ...item, content }] as never,
      });
    const deep = `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`;
    for (const wrong of ['{"acceptResult"', '["accept"]', deep, '{"acceptResult":"\\u0000"}'])
      expect((await press(wrong)).body.problems, wrong.slice(0, 20)).toEqual([
        { field: 'workorderForms.0.content', message: '格式不正确' },
      ]);
    expect((await press(item.content)).body.errcode).toBe(0);
  });

  test('rejects a form that the order does not have', async () => {
    const order = await startOne();
    await desk.press('liuyang', order, 'receive', 'receive');
    const refusal = await desk.tryPress('zhaomin', order, 'examine', 'accept', {
      workorderForms: [{ formId: 'congress-proposal:1', content: {} }],
    });
    expect(refusal.body.problems).toContainEqual({
      field: 'workorderForms.0.formId',
      message: '表单不属于该办件',
    });
    const { start } = petition(++lastNumber);
    const started = await office.as('zhangwei').call(initiation.initiate, {
      body: { ...start, workorderForms: [{ formId: 'no-such-form:1', content: {} }] },
    });
    expect(started.body.problems).toContainEqual({
      field: 'workorderForms.0.formId',
      message: '表单不属于该办件',
    });
  });
});
