import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { initiation } from '#contract/initiation.ts';
import { workOrders } from '#contract/work-orders.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { permit, petition, proposal, units } from '#test/world/start-data.ts';

/** Tests forms that people fill in at a node, and which content of them leaves the portal. */

const office = await testOffice();
const { db } = office.context;
const desk = openDesk(office);
/** A file belongs to one order, so each application has materials of its own. */
const materials = async () => [await desk.paper('wangfang')];
let lastNumber = 0;
const nextNumber = () => ++lastNumber;

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

async function storedContent({ id }: StartedOrder): Promise<Record<string, unknown>> {
  const row = await db
    .selectFrom('work_order_forms')
    .select('content')
    .where('workorder_id', '=', id)
    .executeTakeFirstOrThrow();
  return row.content as Record<string, unknown>;
}

/** Decrypts values, because each write encrypts them with a new nonce. */
function decrypt(content: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(content), (_, value) =>
    typeof value?.sealed === 'string' ? JSON.parse(office.context.crypto.open(value.sealed)) : value,
  );
}

const pageOf = (account: string, { code }: StartedOrder) =>
  office.as(account).done(workOrders.detailPage, { params: { workorderCode: code } });

describe('a form submission', () => {
  test('changes only the fields that its node may edit', async () => {
    const order = await desk.start('zhangwei', petition(nextNumber()));
    await desk.press('liuyang', order, 'receive', 'receive');
    const before = await storedContent(order);
    const content = {
      acceptResult: 'accept',
      undertakingUnit: units.housing,
      summary: '篡改摘要',
      replyOpinion: '抢先答复',
      petitionerCount: 99,
    };
    const forms = [{ formId: 'petition-letter:1', content }];
    await desk.press('zhaomin', order, 'examine', 'accept', { workorderForms: forms });
    expect(decrypt(await storedContent(order))).toEqual({
      ...decrypt(before),
      acceptResult: 'accept',
      undertakingUnit: units.housing,
    });
  });

  test('stores an allowEdit field at a node that only reads it, but not from a participant of a countersign', async () => {
    const order = await desk.start('zhangwei', petition(nextNumber()));
    await desk.press('liuyang', order, 'receive', 'receive');
    await desk.press('zhaomin', order, 'examine', 'accept');
    await desk.press('wujianguo', order, 'instruct', 'instruct', { branchProcessingNodeId: 'undertake' });
    const page = await pageOf('zhuhong', order);
    expect(page.forms[0]).toMatchObject({ configJson: { allowEdit: ['coUnits'] } });
    expect(page.forms[0]?.authority).toMatchObject({ coUnits: 1, summary: 1, investigation: 2 });
    const before = await storedContent(order);
    const changeRequest = (coUnits: typeof units.housing) => {
      const filled = { investigation: '已到现场核实', undertakingOpinion: '同意' };
      const content = { ...filled, coUnits, summary: '篡改摘要' };
      return { workorderForms: [{ formId: 'petition-letter:1', content }] };
    };
    const traceId = await desk.traceAt(order, 'undertake');
    const countersignRequest = {
      workorderId: order.id,
      workorderTraceId: traceId,
      handlerOperation: 5,
      handlerOpinion: '请会签',
      countersignList: [{ handlerType: 1, assignHandlerId: 'staff:staff-xujun', assignHandlerName: '徐军' }],
      ...changeRequest(units.housing),
    };
    await office.as('zhuhong').done(handling.handle, { body: countersignRequest as never });
    const seat = (await pageOf('xujun', order)).task?.traceId;
    const answer = { workorderId: order.id, workorderTraceId: seat, handlerOperation: '01' };
    await office
      .as('xujun')
      .call(handling.handle, { body: { ...answer, ...changeRequest(units.transport) } as never });
    expect(decrypt(await storedContent(order))).toEqual(decrypt(before));
    await desk.press('zhuhong', order, 'undertake', 'undertake', changeRequest(units.enforcement));
    expect(await storedContent(order)).toMatchObject({ coUnits: units.enforcement, summary: before.summary });
  });

  test('with invalid or missing fields is refused with the path and message of every problem', async () => {
    const order = await desk.start('zhangwei', petition(nextNumber()));
    await desk.press('liuyang', order, 'receive', 'receive');
    const refusal = await desk.tryPress('zhaomin', order, 'examine', 'accept', {
      workorderForms: [
        { formId: 'petition-letter:1', content: { acceptResult: 'accept', coUnits: units.unknown } },
      ],
    });
    expect(refusal.status).toBe(400);
    expect(refusal.body).toMatchObject({ errcode: 40014, errmsg: '【表单信息】正确填写所有表单' });
    expect(refusal.body.problems?.map(({ field }) => field).sort()).toEqual([
      'petition-letter.coUnits',
      'petition-letter.undertakingUnit',
    ]);
    const opinionRefusal = await desk.tryPress('zhaomin', order, 'examine', 'accept', {
      handlerOpinion: '',
      workorderForms: [],
    });
    expect(opinionRefusal.body.problems?.map(({ field, message }) => [field, message])).toEqual([
      ['handlerOpinion', '【处理意见】填写处理意见'],
      ['petition-letter.undertakingUnit', '承办单位不能为空'],
    ]);
    const long = await desk.tryPress('zhaomin', order, 'examine', 'accept', {
      handlerOpinion: '长'.repeat(501),
    });
    expect(long.body.problems).toEqual([
      { field: 'handlerOpinion', message: '【处理意见】不能超过500个字符' },
    ]);
  });

  test('decides the branches of a gateway that reads the form', async () => {
    for (const [way, nodes] of [
      ['single', ['host']],
      ['split', ['join-opinion']],
      ['lead', ['host', 'join-opinion']],
    ] as const) {
      const order = await desk.start('fenglei', proposal(nextNumber(), way));
      await desk.press('songjia', order, 'assign', 'assign');
      const { process } = await pageOf('fenglei', order);
      expect([...process.activeNodeIds].sort()).toEqual(nodes);
    }
  });

  test('binds its uploaded files to the order', async () => {
    const order = await desk.start('wangfang', permit(nextNumber(), [await desk.paper('wangfang')]));
    const rows = await db
      .selectFrom('files')
      .select('owner_staff_id')
      .where('workorder_id', '=', order.id)
      .execute();
    expect(rows).toEqual([{ owner_staff_id: 'staff-wangfang' }]);
  });
});

describe('form content that is read', () => {
  test('never contains fields that the node hides', async () => {
    const order = await desk.start('zhangwei', petition(nextNumber()));
    await desk.press('liuyang', order, 'receive', 'receive');
    await desk.press('zhaomin', order, 'examine', 'accept');
    await desk.press('wujianguo', order, 'instruct', 'instruct', { branchProcessingNodeId: 'undertake' });
    await desk.press('zhuhong', order, 'undertake', 'undertake');
    await desk.press('sunlei', order, 'audit', 'return', { backNodeIds: 'examine', backWay: 'direct' });
    const text = (
      await office.as('zhaomin').call(workOrders.detailPage, { params: { workorderCode: order.code } })
    ).text;
    expect(text).not.toContain('经实地查看，情况属实');
    const forms = await office.as('zhaomin').call(workOrders.forms, { params: { workorderId: order.id } });
    expect(forms.text).not.toContain('经实地查看，情况属实');
    // The node of the reviewer shows it.
    expect(await storedContent(order)).toMatchObject({ investigation: '经实地查看，情况属实。' });
  });

  test('contains masked secret fields, and a returned mask leaves the stored value unchanged', async () => {
    const startData = permit(nextNumber(), await materials());
    const order = await desk.start('wangfang', startData);
    const content = startData.start.workorderForms[0]?.content ?? {};
    const { forms } = await pageOf('chenjing', order);
    const [form] = forms;
    expect(form?.content.contactMobile).toBe(`154****${String(content.contactMobile).slice(-4)}`);
    expect(form?.masked).toEqual(
      expect.arrayContaining(['legalName', 'legalCertCode', 'contactMobile', 'staff[0].certCode']),
    );
    const text = JSON.stringify(forms);
    for (const secret of [content.contactMobile, content.legalCertCode])
      expect(text).not.toContain(String(secret));

    const before = await storedContent(order);
    expect(before.contactMobile).toEqual({ sealed: expect.any(String) });
    await desk.press('chenjing', order, 'preview', 'correct', { backNodeIds: 'start' });
    const maskedContent = (await pageOf('wangfang', order)).forms[0]?.content ?? {};
    await desk.resubmit('wangfang', order, { ...maskedContent, address: '新安大街 20 号' });
    const [opened] = (await pageOf('wangfang', order)).forms;
    expect(opened?.content).toMatchObject({
      contactMobile: maskedContent.contactMobile,
      address: '新安大街 20 号',
    });
    expect(
      office.context.crypto.open(
        ((await storedContent(order)) as { contactMobile: { sealed: string } }).contactMobile.sealed,
      ),
    ).toBe(JSON.stringify(content.contactMobile));
  });

  test('contains a masked applicant until an audited reveal', async () => {
    const startData = petition(nextNumber());
    const { name, mobile, certCode } = startData.start.applyer;
    const order = await desk.start('zhangwei', startData);
    const responses = [
      await office.as('liuyang').call(workOrders.todoPage),
      await office.as('zhangwei').call(workOrders.initiatedPage),
      await office.as('liuyang').call(workOrders.detailPage, { params: { workorderCode: order.code } }),
      await office.as('liuyang').call(workOrders.applicantInfo, { params: { workorderCode: order.code } }),
    ];
    for (const { body, text } of responses) {
      expect(body.errcode).toBe(0);
      for (const secret of [name, mobile, certCode]) expect(text).not.toContain(secret);
    }
    const applicant = await office
      .as('liuyang')
      .done(workOrders.revealApplicant, { params: { workorderCode: order.code } });
    expect(applicant).toMatchObject({ name, mobile, certCode, masked: false });
    expect(applicant.address).toContain('浙江省 杭州市 淳安县 千岛湖镇');
    const links = await db
      .selectFrom('audit_links')
      .select(['action', 'staff_name', 'seq'])
      .where('object_id', '=', order.id)
      .orderBy('seq')
      .execute();
    expect(links).toEqual([
      { action: 'work-order.start', staff_name: '张伟', seq: 1 },
      { action: 'work-order.reveal-applicant', staff_name: '刘洋', seq: 2 },
    ]);
    // The next action's audit record follows that of the reveal, in one chain.
    await desk.press('liuyang', order, 'receive', 'receive');
  });
});

describe('the audit chain of all orders', () => {
  test('is valid, and verification fails once a row is changed', async () => {
    const verification = await verifyAudit(db, office.context.crypto);
    expect(verification.broken).toBeUndefined();
    expect(verification.links).toBeGreaterThan(20);
    await db
      .transaction()
      .execute(async (tx) => {
        await sql`alter table audit_links disable trigger all`.execute(tx);
        await tx
          .updateTable('audit_links')
          .set({ staff_name: '查无此人' })
          .where('action', '=', 'work-order.reveal-applicant')
          .execute();
        const { broken } = await verifyAudit(tx as unknown as typeof db, office.context.crypto);
        expect(broken).toContain('its content was changed');
        throw new Error('rolled back');
      })
      .catch((error: Error) => expect(error.message).toBe('rolled back'));
  });

  test('cannot be changed or deleted by the portal', async () => {
    await expect(db.updateTable('audit_links').set({ staff_name: '别人' }).execute()).rejects.toThrow(
      'audit rows are never changed',
    );
    await expect(db.deleteFrom('audit_links').execute()).rejects.toThrow('audit rows are never changed');
  });
});

describe('a permit application', () => {
  test('completes its process with a site check and a return from the second review', async () => {
    const order = await desk.start('wangfang', permit(nextNumber(), await materials()));
    await desk.press('chenjing', order, 'preview', 'pass');
    await desk.press('wangfang', order, 'receive', 'receive');
    await desk.press('dengtao', order, 'accept', 'accept');
    await desk.press('dengtao', order, 'examine', 'examine', { branchProcessingNodeId: 'site-check' });
    await desk.press('caohui', order, 'site-check', 'check');
    await desk.press('dengtao', order, 'first-review', 'pass');
    await desk.press('zengli', order, 'second-review', 'return', {
      backNodeIds: 'site-check',
      backWay: 'direct',
    });
    const returnAnswer = await desk.press('caohui', order, 'site-check', 'check');
    expect(returnAnswer.nextNodeNames).toEqual(['复审']);
    await desk.press('zengli', order, 'second-review', 'pass');
    await desk.press('pengbo', order, 'decide', 'grant');
    const done = await desk.press('wangfang', order, 'issue', 'issue');
    expect(done).toMatchObject({ status: 12 });
  });

  test('ends with the result of the button', async () => {
    const rejectedOrder = await desk.start('wangfang', permit(nextNumber(), await materials()));
    expect(await desk.press('chenjing', rejectedOrder, 'preview', 'reject')).toMatchObject({ status: 10 });
    const declinedOrder = await desk.start('wangfang', permit(nextNumber(), await materials()));
    await desk.press('chenjing', declinedOrder, 'preview', 'pass');
    await desk.press('wangfang', declinedOrder, 'receive', 'receive');
    expect(await desk.press('dengtao', declinedOrder, 'accept', 'decline')).toMatchObject({ status: 11 });
  });
});

describe('a proposal', () => {
  test('is answered again by the first host when the deputy is not satisfied', async () => {
    const order = await desk.start('fenglei', proposal(nextNumber(), 'lead'));
    await desk.press('songjia', order, 'assign', 'assign');
    await desk.press('zhuhong', order, 'host', 'handle');
    await desk.press('gaofeng', order, 'join-opinion', 'handle');
    await desk.press('zhuhong', order, 'reply', 'reply');
    await desk.press('tangwenbin', order, 'sign', 'sign');
    const again = await desk.press('fenglei', order, 'feedback', 'unsatisfied', {
      handlerOpinion: '未解决资金问题',
    });
    expect(again.nextNodeNames).toEqual(['主办单位答复']);
    await desk.press('zhuhong', order, 'reply', 'reply');
    await desk.press('tangwenbin', order, 'sign', 'sign');
    await desk.press('fenglei', order, 'feedback', 'satisfied');
    expect(await desk.press('songjia', order, 'archive', 'conclude')).toMatchObject({ status: 9 });
  });

  test('previews the next handlers from the pending form values', async () => {
    const { valuesByNode, start } = proposal(nextNumber(), 'lead');
    const order = await desk.start('fenglei', { valuesByNode, start });
    const traceId = await desk.traceAt(order, 'assign');
    const forms = [{ formId: 'congress-proposal:1', content: valuesByNode.assign ?? {} }];
    const before = await storedContent(order);
    const ask = (workorderForms: typeof forms) =>
      office.as('songjia').call(handling.previewAction, {
        body: { workorderId: order.id, traceId, buttonId: 'forward', workorderForms },
      });
    const answer = await ask(forms);
    expect(answer.body.data).toMatchObject({
      outcome: null,
      next: [{ flowNodeId: 'host' }, { flowNodeId: 'join-opinion' }],
    });
    // The stored content alone does not show it yet.
    expect((await ask([])).body).toMatchObject({ errcode: 40918 });
    expect(await storedContent(order)).toEqual(before);
  });
});

test('an initiation deletes its own draft and not the draft of another person', async () => {
  const { start } = petition(nextNumber());
  const { taskCode, itemDeployId, applyer, workorderForms } = start;
  const body = { taskCode, itemDeployId, applyer, workorderForms };
  const ownDraft = await office.as('zhangwei').done(initiation.saveDraft, { body });
  const otherDraft = await office.as('lina').done(initiation.saveDraft, { body });
  await office.as('zhangwei').done(initiation.initiate, { body: { ...start, draftId: ownDraft.id } });
  const remainingDrafts = await db.selectFrom('drafts').select('id').execute();
  expect(remainingDrafts).toEqual([{ id: otherDraft.id }]);
  // A person cannot submit another person's draft.
  await office
    .as('zhangwei')
    .done(initiation.initiate, { body: { ...petition(nextNumber()).start, draftId: otherDraft.id } });
  expect(await db.selectFrom('drafts').select('id').execute()).toEqual([{ id: otherDraft.id }]);
});

describe('an organisation named in a form', () => {
  test('makes only its own people candidates of the next task', async () => {
    const order = await desk.start('zhangwei', petition(nextNumber()));
    await desk.press('liuyang', order, 'receive', 'receive');
    await desk.press('zhaomin', order, 'examine', 'accept');
    const branchProcessingNodeId = 'fork';
    await desk.press('wujianguo', order, 'instruct', 'instruct', { branchProcessingNodeId });
    const openNodesOf = async (account: string) => {
      const { rows } = await office.as(account).done(workOrders.todoPage, { query: { keyword: order.code } });
      return rows.map(({ nodeName }) => nodeName);
    };
    expect(await openNodesOf('xujun')).toEqual(['主办单位承办']);
    expect(await openNodesOf('gaofeng')).toEqual(['协办单位承办']);
    expect(await openNodesOf('hudong')).toEqual([]);
  });

  test('gets its official name, and an unknown organisation is refused', async () => {
    const order = await desk.start('zhangwei', petition(nextNumber()));
    await desk.press('liuyang', order, 'receive', 'receive');
    const acceptRequest = (undertakingUnit: unknown) => ({
      workorderForms: [{ formId: 'petition-letter:1', content: { acceptResult: 'accept', undertakingUnit } }],
    });
    const refusal = await desk.tryPress('zhaomin', order, 'examine', 'accept', acceptRequest(units.unknown));
    expect(refusal.body.problems).toEqual([
      { field: 'petition-letter.undertakingUnit', message: '没有机构“无此单位”，请重新选择' },
    ]);
    const [bureau] = units.housing;
    await desk.press('zhaomin', order, 'examine', 'accept', acceptRequest([{ ...bureau, name: '别的名称' }]));
    expect(await storedContent(order)).toMatchObject({ undertakingUnit: units.housing });
  });
});

test('a return does not store the untouched default date as input', async () => {
  const order = await desk.start('zhangwei', petition(nextNumber()));
  await desk.press('liuyang', order, 'receive', 'receive');
  await desk.press('zhaomin', order, 'examine', 'accept');
  await desk.press('wujianguo', order, 'instruct', 'instruct', { branchProcessingNodeId: 'undertake' });
  await desk.press('zhuhong', order, 'undertake', 'undertake');
  const content = { replyOpinion: '已修复。', replyDate: localDateOf(office.context.now()) };
  const target = { backNodeIds: 'undertake', workorderForms: [{ formId: 'petition-letter:1', content }] };
  await desk.press('zhaomin', order, 'audit', 'return', target);
  await desk.press('zhuhong', order, 'undertake', 'undertake');
  const { forms } = await pageOf('zhaomin', order);
  expect(forms[0]?.content).toMatchObject({ replyOpinion: '已修复。' });
  expect(forms[0]?.content.replyDate ?? '').toBe('');
});
