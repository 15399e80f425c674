import { afterAll, describe, expect, test } from 'vitest';
import { comments } from '#contract/comments.ts';
import { handling } from '#contract/handling.ts';
import { workOrders } from '#contract/work-orders.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { petition, units } from '#test/world/start-data.ts';

/**
 * Tests that the comments post of S1 §7 does the same as the handler bar, with its own field names
 * (docs/decisions/0058).
 */

const office = await testOffice();
const { context } = office;
const { desk, start, pageOf } = openPetitionDesk(office);

afterAll(async () => {
  expect(await checkInvariants(context.db)).toEqual([]);
  await office.app.callObserver.flush();
  const { findings } = await verifyAudit(context.db, context.crypto, { files: context.files });
  expect(findings).toEqual([]);
});

const post = (account: string, { code }: StartedOrder, body: object, key?: string | null) =>
  office.as(account).call(comments.post, {
    params: { workorderCode: code },
    body,
    ...(key === undefined ? {} : { key }),
  });

const lastTrace = async (order: StartedOrder, actName: string) =>
  (await pageOf('zhaomin', order)).traces.find((trace) => trace.actName === actName);

const formId = 'petition-letter:1';

async function orderInExamination(): Promise<StartedOrder> {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  return order;
}

describe('a comments post', () => {
  test('with every documented field handles the task and is stored as its opinion', async () => {
    const order = await start();
    const document = await desk.paper('lina', '收件回执.pdf');
    const response = await post('lina', order, {
      caseCode: order.code,
      caseText: '材料收讫',
      itemActId: 'receive',
      remark: '原件两份',
      workorderDocIdList: [document.id],
      actInstId: await desk.traceAt(order, 'receive'),
      isCirculated: '1',
      isMaterialCirculationReturn: 0,
      widnowId: 'window-xf-2',
    });
    expect(response.body, response.text).toMatchObject({
      errcode: 0,
      code: 200,
      data: { message: `该环节已“确认收件”，办件流水号：${order.code}`, nextNodeNames: ['受理审查'] },
    });
    expect(await lastTrace(order, '确认收件')).toMatchObject({
      handlerName: '李娜',
      handlerOperation: 1,
      handlerOpinion: '材料收讫\n备注：原件两份\n办理窗口：来访接待窗口',
      attachments: [{ id: document.id, name: '收件回执.pdf' }],
    });
  });

  test('stores the form update (B12) in the same transaction, or nothing when the form is invalid', async () => {
    const order = await orderInExamination();
    const content = { acceptResult: 'accept', undertakingUnit: units.housing, coUnits: units.enforcement };
    const comment = {
      caseText: '符合受理条件',
      buttonId: 'accept',
      actKey: 'B12',
      forms: [{ id: formId, content, metaData: {} }],
    };
    const wrong = { ...content, coUnits: units.unknown };
    const refusal = await post('zhaomin', order, { ...comment, forms: [{ id: formId, content: wrong }] });
    expect(refusal.body).toMatchObject({
      errcode: 40014,
      problems: [{ field: 'petition-letter.coUnits' }],
    });
    const response = await post('zhaomin', order, comment);
    expect(response.body.errcode, response.text).toBe(0);
    const page = await office.as('zhaomin').done(workOrders.forms, { params: { workorderId: order.id } });
    expect(JSON.parse(page.rows[0]?.content ?? '')).toMatchObject(content);
    expect((await lastTrace(order, '受理'))?.handlerOpinion).toBe('符合受理条件');
  });

  test('with isMaterialCirculationReturn returns the order to the previous node', async () => {
    const order = await orderInExamination();
    // Neither a remark nor an invisible text counts as a reason.
    for (const fields of [{}, { remark: '见附件' }, { caseText: ' \u200b', remark: '见附件' }]) {
      const refusal = await post('zhaomin', order, { ...fields, isMaterialCirculationReturn: true });
      expect(refusal.body, JSON.stringify(fields)).toMatchObject({ errmsg: '【处理意见】填写处理意见' });
    }
    const response = await post('zhaomin', order, {
      caseText: '缺少附件',
      isMaterialCirculationReturn: true,
    });
    expect(response.body, response.text).toMatchObject({ data: { status: 32, nextNodeNames: ['收件'] } });
    expect((await lastTrace(order, '退回'))?.handlerOperation).toBe(2);
  });

  test('requires an opinion where the node asks for one: a remark alone is not enough', async () => {
    const order = await orderInExamination();
    const content = { acceptResult: 'accept', undertakingUnit: units.housing, coUnits: units.enforcement };
    const body = { remark: '同意', buttonId: 'accept', actKey: 'B12', forms: [{ id: formId, content }] };
    const refusal = await post('zhaomin', order, body);
    expect(refusal.body).toMatchObject({ errmsg: '【处理意见】填写处理意见' });
    expect((await post('zhaomin', order, { ...body, caseText: '符合' })).body.errcode).toBe(0);
    expect((await lastTrace(order, '受理'))?.handlerOpinion).toBe('符合\n备注：同意');
  });

  test('reports all problems at the fields of the request', async () => {
    const order = await orderInExamination();
    const refusal = await post('zhaomin', order, { caseText: '同意', widnowId: 'window-xf-1' });
    expect(refusal.body.problems).toEqual([
      { field: 'buttonId', message: '该环节有多个办理按钮，请指明其一' },
      { field: 'widnowId', message: '仅收件环节可填写办理窗口' },
    ]);
    const received = await start();
    const foreign = await post('lina', received, { widnowId: 'window-xf-1' });
    expect(foreign.body.problems).toEqual([{ field: 'widnowId', message: '请填写本人所在的办理窗口' }]);
    const long = await post('lina', received, {
      caseText: '字'.repeat(501),
      workorderDocIdList: 'no-such-document',
    });
    expect(long.body.problems).toEqual([
      { field: 'caseText', message: expect.stringContaining('500') },
      { field: 'workorderDocIdList', message: '附件不存在或已失效，请重新上传' },
    ]);
  });

  test.each([
    ['an unknown field', { caseText: '同意', handlerOperation: 1 }, 'handlerOperation'],
    ['another action key', { actKey: 'B13' }, 'actKey'],
    ['an invalid boolean', { isCirculated: 'maybe' }, 'isCirculated'],
    ['an object instead of a text', { caseText: { $ne: '' } }, 'caseText'],
    ['a NUL', { remark: 'a\0b' }, 'remark'],
    ['a form without content', { forms: [{ id: formId }] }, 'forms.0.content'],
  ])('refuses %s with a problem at its field', async (_, body, field) => {
    const order = await start();
    const { status, body: answer } = await post('lina', order, body);
    expect([status, answer.problems?.map((problem) => problem.field)]).toEqual([400, [field]]);
  });

  test('returns 404 when its order, visit and node do not belong together', async () => {
    const [mine, other] = [await start(), await start()];
    const foreignTrace = await desk.traceAt(other, 'receive');
    for (const body of [
      { caseCode: other.code },
      { actInstId: foreignTrace },
      { actInstId: await desk.traceAt(mine, 'receive'), itemActId: 'examine' },
    ])
      expect((await post('lina', mine, body)).status, JSON.stringify(body)).toBe(404);
  });

  test('is allowed only for current handlers: others, finished tasks and missing sessions are refused', async () => {
    const order = await start();
    expect((await post('dengtao', order, {})).status).toBe(404);
    expect(
      (await office.stranger.call(comments.post, { params: { workorderCode: order.code }, body: {} })).status,
    ).toBe(401);
    const initiator = await desk.start('panguohua', petition(70));
    expect((await post('panguohua', initiator, { widnowId: 'window-zw-1' })).body.errmsg).toBe(
      (
        await office.as('panguohua').call(handling.handle, {
          body: { ...(await desk.pressBody(initiator, 'receive', 'receive')), workorderTraceId: '' },
        })
      ).body.errmsg,
    );
    const actInstId = await desk.traceAt(order, 'receive');
    await desk.press('liuyang', order, 'receive', 'receive');
    expect((await post('lina', order, { actInstId })).body.errmsg).toBe('该环节已被办理');
  });

  test('sent twice concurrently is done once, with a key and without one', async () => {
    for (const key of ['comment-key-1', null]) {
      const order = await start();
      const body = { caseText: '收讫', actInstId: await desk.traceAt(order, 'receive') };
      const [first, second] = await Promise.all([
        post('lina', order, body, key),
        post('lina', order, body, key),
      ]);
      expect(first.status, first.text).toBe(200);
      expect(second.text).toBe(first.text);
      const { traces } = await pageOf('zhaomin', order);
      expect(traces.filter(({ actName }) => actName === '确认收件')).toHaveLength(1);
    }
  });
});
