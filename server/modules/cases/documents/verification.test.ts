import { createHash } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { documentSeries } from '#contract/document-templates.ts';
import { documentVerification } from '#contract/document-verification.ts';
import { documents, type PublicDocument } from '#contract/documents.ts';
import { handling } from '#contract/handling.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { petitionDocument, publishOrderDocument, withDocuments } from '#test/world/documents.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { permit, units } from '#test/world/start-data.ts';

/**
 * Tests documents of an order: the view of its readers, the verification without a session, and the end of
 * their validity (0155).
 */

const office = await testOffice();
const { db, files } = office.context;
withDocuments(office);
await publishOrderDocument(office, 'petition-letter', petitionDocument());
await publishOrderDocument(
  office,
  'petition-letter',
  petitionDocument({
    template: {
      code: 'letter',
      name: '转送函',
      numbering: '淳信转',
      body: [{ kind: 'text', text: '{{办件.标题}}，{{办件.办理期限}}' }],
    },
    places: [],
  }),
);
const publishReturnDocument = (taskCode: string, nodeId: string, buttonId: string) =>
  publishOrderDocument(
    office,
    taskCode,
    petitionDocument({
      template: {
        code: 'missing-papers-notice',
        name: '补正材料一次性告知书',
        numbering: '淳补',
        body: [{ kind: 'text', text: '请补正“{{办件.标题}}”的材料。' }],
      },
      places: [{ nodeId, buttonId }],
      byHand: {},
    }),
  );
await publishReturnDocument('petition-letter', 'receive', 'return');
await publishReturnDocument('permit-application', 'accept', 'correct');
const { desk, start } = openPetitionDesk(office);
const formId = 'petition-letter:1';
const content = { acceptResult: 'accept', undertakingUnit: units.housing };

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

/** Returns an order whose acceptance has made its document. */
async function acceptedOrder(): Promise<{ order: StartedOrder; id: string }> {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  const traceId = await desk.traceAt(order, 'examine');
  const workorderForms = [{ formId, content }];
  const { rows } = await office.as('zhaomin').done(documents.preview, {
    params: { workorderId: order.id },
    body: { traceId, buttonId: 'accept', formContent: workorderForms, handlerOpinion: '同意' },
  });
  const id = rows[0]?.id ?? '';
  await office.as('zhaomin').done(documents.activateAll, { body: { docIds: [id], isActive: 1 } });
  const body = await desk.pressBody(order, 'examine', 'accept', { workorderForms });
  await office.as('zhaomin').done(handling.handle, { body: { ...body, workorderDocIdList: [id] } as never });
  return { order, id };
}

/** Returns the order with the document that the return makes. */
async function returnWithDocument(
  account: string,
  order: StartedOrder,
  nodeId: string,
  buttonId: string,
  target: string,
) {
  const traceId = await desk.traceAt(order, nodeId);
  const { rows } = await office.as(account).done(documents.preview, {
    params: { workorderId: order.id },
    body: { traceId, buttonId, formContent: [], handlerOpinion: '材料不全' },
  });
  const ids = rows.map(({ id }) => id);
  await office.as(account).done(documents.activateAll, { body: { docIds: ids, isActive: 1 } });
  await desk.press(account, order, nodeId, buttonId, { backNodeIds: target, workorderDocIdList: ids });
  return ids;
}

const listDocuments = async (order: StartedOrder, account = 'zhaomin'): Promise<PublicDocument[]> => {
  const { rows } = await office.as(account).done(documents.publicList, { params: { workorderId: order.id } });
  return rows;
};
const verify = (code: string) => office.stranger.call(documentVerification.verify, { params: { code } });
const codeOf = async (order: StartedOrder) => (await listDocuments(order)).at(-1)?.verificationCode ?? '';

describe('verification of a document without a session', () => {
  test('returns issuer, number, date, state and hash, but no content', async () => {
    const { order, id } = await acceptedOrder();
    const [row] = await listDocuments(order);
    const chunks: Buffer[] = [];
    for await (const chunk of await files.read(id)) chunks.push(chunk as Buffer);
    const sha256 = createHash('sha256').update(Buffer.concat(chunks)).digest('hex');
    const code = row?.verificationCode ?? '';
    const answer = await verify(code.toLowerCase());
    expect(answer.body.data, answer.text).toEqual({
      issuer: '淳安县信访局',
      name: '受理告知书',
      documentNumber: row?.documentNumber,
      madeOn: '2026-03-02',
      valid: true,
      stateLabel: '有效',
      sha256,
      code: code.match(/.{4}/g)?.join('-'),
    });
    expect(answer.text).not.toContain(order.code);
    expect(answer.text).not.toContain(order.startData.start.applyer.name);
  });

  test('returns 404 for a wrong code and for a document that was only previewed', async () => {
    const response = await verify('0000-0000-0000-0000-0000');
    expect(response.body).toMatchObject({
      errcode: 404,
      errmsg: '没有该核验码对应的文书，请核对后重试',
    });
    const order = await start();
    await office.as('liuyang').done(documents.generate, {
      params: { workorderId: order.id },
      body: { code: 'letter' },
    });
    const { verification_code } = await db
      .selectFrom('order_documents')
      .select('verification_code')
      .where('workorder_id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect((await verify(verification_code ?? '')).status).toBe(404);
  });

  test('reports a document as void when its step was withdrawn or when it was made void', async () => {
    const first = await acceptedOrder();
    const code = await codeOf(first.order);
    await desk.withdraw('zhaomin', first.order, 'examine');
    expect((await verify(code)).body.data).toMatchObject({ valid: false, stateLabel: '已作废' });
    expect(await listDocuments(first.order)).toMatchObject([
      {
        state: 'void',
        stateLabel: '已作废',
        voided: { reason: '生成该文书的环节已撤回或退回', by: '', at: null },
        can: { void: false },
      },
    ]);

    const { order, id } = await acceptedOrder();
    expect(await listDocuments(order)).toMatchObject([{ voided: null, can: { void: false } }]);
    expect(await listDocuments(order, 'shenjie')).toMatchObject([{ voided: null, can: { void: true } }]);
    const shenjie = office.as('shenjie');
    await shenjie.done(documents.void, { params: { docId: id }, body: { reason: '文字有误' } });
    expect((await verify(await codeOf(order))).body.data).toMatchObject({ valid: false });
    expect((await verify(await codeOf(order))).text).not.toContain('文字有误');
    expect(await listDocuments(order)).toMatchObject([
      { state: 'void', voided: { reason: '文字有误', by: '沈洁' }, can: { void: false } },
    ]);
    const numbers = await office.as('xiaohan').done(documentSeries.numbers, {
      query: { orgId: '330127-xfj', name: '淳信受', year: '2026' },
    });
    const [voided, withdrawn, ...others] = numbers.rows;
    expect(voided).toMatchObject({ orderCode: order.code, paperName: '受理告知书', state: 'void' });
    expect(withdrawn).toMatchObject({ orderCode: first.order.code, state: 'void', stateLabel: '已作废' });
    expect(others.map(({ state }) => state)).toEqual(['used']);
    const refusal = await shenjie.call(documents.void, { params: { docId: id }, body: { reason: '再次' } });
    expect(refusal.status).toBe(404);
  });

  test('reports the documents of a voided order as void, as the list of their numbers does', async () => {
    const order = await start();
    const { rows } = await office.as('liuyang').done(documents.generate, {
      params: { workorderId: order.id },
      body: { code: 'letter' },
    });
    const docIds = rows.map(({ id }) => id);
    await office.as('liuyang').done(documents.activateAll, { body: { docIds, isActive: 1 } });
    const stateOfNumber = async () => {
      const query = { orgId: '330127-xfj', name: '淳信转', year: '2026' };
      const numbers = await office.as('xiaohan').done(documentSeries.numbers, { query });
      return numbers.rows.find(({ orderCode }) => orderCode === order.code)?.state;
    };
    expect(await stateOfNumber()).toBe('used');
    await desk.press('liuyang', order, 'receive', 'void');
    const [document] = await listDocuments(order, 'liuyang');
    expect(document).toMatchObject({ state: 'void' });
    expect((await verify(document?.verificationCode ?? '')).body.data).toMatchObject({ valid: false });
    expect(await stateOfNumber()).toBe('void');
  });

  test('reports the notice of a return as valid and the documents of the undone step as void', async () => {
    const order = await start();
    await desk.press('liuyang', order, 'receive', 'receive');
    await desk.press('zhaomin', order, 'examine', 'return', { backNodeIds: 'receive' });
    await returnWithDocument('liuyang', order, 'receive', 'return', 'start');
    expect((await verify(await codeOf(order))).body.data).toMatchObject({ valid: true, stateLabel: '有效' });
    // Returned a second time: there is a separate notice, and both were sent. Before that no second one is
    // made.
    const generateNotice = async (account: string) =>
      office.as(account).call(documents.generate, {
        params: { workorderId: order.id },
        body: { code: 'missing-papers-notice' },
      });
    expect((await generateNotice('zhangwei')).body.errmsg).toBe('该文书已经生成，请查看或下载已有的文书');
    await desk.resubmit('zhangwei', order);
    expect((await generateNotice('liuyang')).status).toBe(200);
    await returnWithDocument('liuyang', order, 'receive', 'return', 'start');
    expect(await listDocuments(order)).toMatchObject([
      { name: '补正材料一次性告知书', state: 'valid' },
      { name: '补正材料一次性告知书', state: 'valid' },
    ]);

    const licence = await desk.start('wangfang', permit(1, [await desk.paper('wangfang')]));
    await desk.press('chenjing', licence, 'preview', 'pass');
    await desk.press('wangfang', licence, 'receive', 'receive');
    await returnWithDocument('dengtao', licence, 'accept', 'correct', 'start');
    expect(await listDocuments(licence, 'dengtao')).toMatchObject([{ state: 'valid', voided: null }]);

    const returned = await acceptedOrder();
    await desk.press('wujianguo', returned.order, 'instruct', 'return', { backNodeIds: 'receive' });
    await returnWithDocument('liuyang', returned.order, 'receive', 'return', 'start');
    expect(await listDocuments(returned.order)).toMatchObject([
      { name: '受理告知书', state: 'void' },
      { name: '补正材料一次性告知书', state: 'valid' },
    ]);
  });

  test('allows sixty requests in ten minutes', async () => {
    office.clock.forward(600_000);
    for (let index = 0; index < 60; index += 1) expect((await verify('x')).status).toBe(404);
    expect((await verify('x')).body.errcode).toBe(429);
    office.clock.forward(600_000);
    expect((await verify('x')).status).toBe(404);
  });
});

describe('documents of an order', () => {
  test('are shown to readers of the order, and are marked when the order has changed since', async () => {
    const { order } = await acceptedOrder();
    expect(await listDocuments(order, 'liuyang')).toMatchObject([
      { code: 'acceptance-notice', state: 'valid', stateLabel: '有效', changed: false, isActive: 1 },
    ]);
    await db.updateTable('work_orders').set({ title: '改过的标题' }).where('id', '=', order.id).execute();
    expect(await listDocuments(order)).toMatchObject([{ changed: true }]);
    await db
      .updateTable('work_orders')
      .set({ title: order.startData.start.workorderForms[0]?.content.letterTitle as string })
      .where('id', '=', order.id)
      .execute();
    // Later events do not change its content.
    await desk.press('wujianguo', order, 'instruct', 'instruct', { branchProcessingNodeId: 'undertake' });
    expect(await listDocuments(order)).toMatchObject([{ changed: false }]);
  });

  test('that no button makes are made by hand and stay inactive until they are confirmed', async () => {
    const order = await start();
    const generate = () =>
      office.as('liuyang').call(documents.generate, {
        params: { workorderId: order.id },
        body: { code: 'letter' },
      });
    const first = await generate();
    expect(first.body.data, first.text).toMatchObject({ rows: [{ name: '转送函', isActive: 0 }] });
    expect(await listDocuments(order, 'wujianguo')).toEqual([]);
    const second = await generate();
    const [row] = await listDocuments(order, 'liuyang');
    expect(row).toMatchObject({ state: 'prepared', stateLabel: '待确认', verificationCode: '' });
    expect(second.text).toContain(row?.documentNumber ?? '?');
    await office
      .as('liuyang')
      .done(documents.activateAll, { body: { docIds: [row?.id ?? ''], isActive: 1 } });
    expect(await listDocuments(order, 'wujianguo')).toMatchObject([{ state: 'valid', id: row?.id }]);
    const { action } = await db
      .selectFrom('audit_links')
      .select('action')
      .where('object_id', '=', order.id)
      .where('chain', '=', `order:${order.id}`)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(action).toBe('work-order.add-document');
  });

  test('of a button cannot be made by hand, and a document is not confirmed after its task was handled', async () => {
    const order = await start();
    const generate = (code: string) =>
      office.as('liuyang').call(documents.generate, { params: { workorderId: order.id }, body: { code } });
    expect((await generate('acceptance-notice')).body.errmsg).toBe('该文书在办理时由按钮生成');
    expect((await generate('nothing')).status).toBe(404);
    const { rows } = (await generate('letter')).body.data as unknown as { rows: { id: string }[] };
    await desk.press('liuyang', order, 'receive', 'receive');
    const refusal = await office
      .as('liuyang')
      .call(documents.activateAll, { body: { docIds: [rows[0]?.id ?? ''], isActive: 1 } });
    expect(refusal.body.errmsg).toBe('该环节已被办理');
  });
});
