import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { documents } from '#contract/documents.ts';
import { files } from '#contract/files.ts';
import { handling } from '#contract/handling.ts';
import { workOrders } from '#contract/work-orders.ts';
import {
  type DocumentInput,
  type DocumentSource,
  noDocuments,
} from '#server/adapters/gateways/documents/document-source.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { findFiles } from '#server/modules/records/files/service.ts';
import { samplePdf } from '#server/seeds/demo/sample-pdf.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { units } from '#test/world/start-data.ts';

/**
 * Tests the document step of an action (S1 §4, 2 to 4): an office whose item makes documents with 受理
 * (docs/decisions/0096).
 */

const office = await testOffice();
const { db } = office.context;
const { desk, start } = openPetitionDesk(office);
const formId = 'petition-letter:1';
let madeSubjects: DocumentInput[] = [];

const source: DocumentSource = {
  ...noDocuments,
  documentsByButton: async ({ taskCode, nodeId }) =>
    taskCode === 'petition-letter' && nodeId === 'examine'
      ? { accept: [{ code: 'acceptance', name: '受理通知书' }] }
      : noDocuments.documentsByButton({ taskCode, nodeId }),
  documentsOfItem: async () => [
    { code: 'acceptance', name: '受理通知书', places: [{ nodeId: 'examine', buttonId: 'accept' }] },
    { code: 'letter', name: '转送函', places: [] },
  ],
  make: async ({ name }, subject) => {
    madeSubjects.push(subject);
    return { fileName: `${name}.pdf`, contentType: 'application/pdf', bytes: samplePdf };
  },
};
(office.context as { documents: DocumentSource }).documents = source;

beforeEach(() => {
  madeSubjects = [];
});
afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

async function orderInExamination(): Promise<StartedOrder> {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  return order;
}

const content = { acceptResult: 'accept', undertakingUnit: units.housing };
const requestOf = async (order: StartedOrder, more: object = {}) => ({
  params: { workorderId: order.id },
  body: {
    workorderCode: order.code,
    traceId: await desk.traceAt(order, 'examine'),
    flowNodeId: 'examine',
    flowNodeName: '受理审查',
    buttonId: 'accept',
    formContent: [{ formId, content }],
    docId: '',
    ...more,
  },
});
const preview = async (order: StartedOrder, more: object = {}, account = 'zhaomin') =>
  office.as(account).call(documents.preview, (await requestOf(order, more)) as never);
const prepare = async (order: StartedOrder) => {
  const { rows } = await office.as('zhaomin').done(documents.preview, (await requestOf(order)) as never);
  return rows;
};
const activate = (docIds: unknown, isActive: 0 | 1 = 1, account = 'zhaomin') =>
  office.as(account).call(documents.activateAll, { body: { docIds, isActive } as never });
const accept = async (order: StartedOrder, more: object = {}) => {
  const body = await desk.pressBody(order, 'examine', 'accept', {
    workorderForms: [{ formId, content }],
    ...more,
  });
  return office.as('zhaomin').call(handling.handle, { body });
};
const filesOf = (order: StartedOrder) =>
  db.selectFrom('files').select(['id', 'name']).where('workorder_id', '=', order.id).execute();
const countDocuments = async () => (await db.selectFrom('order_documents').select('id').execute()).length;

async function usedDocument(): Promise<string> {
  const order = await orderInExamination();
  const [row] = await prepare(order);
  await activate(row?.id);
  await accept(order);
  return row?.id ?? '';
}

const previewedOrder = await orderInExamination();
const others = { chenjing: 404, tianye: 403, wujianguo: 40310 };
let docId = '';

describeCalls(office, documents, {
  preview: {
    caller: 'zhaomin',
    request: () => requestOf(previewedOrder) as never,
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: (validRequest) => ({
          ...validRequest,
          body: { ...(validRequest.body as object), docId: 'x' },
        }),
        expectedProblems: [['docId', '文书标识不正确']],
      },
    ],
    checkAnswer: ({ rows }) => {
      docId = rows[0]?.id ?? '';
      expect(rows).toEqual([
        {
          id: docId,
          docId,
          name: '受理通知书',
          docName: '受理通知书.pdf',
          attachmentUrl: `/file/files/${docId}`,
          attachmentDocxUrl: '',
          documentNumber: '',
          isActive: 0,
          missingLetters: [],
        },
      ]);
    },
  },
  activateAll: {
    caller: 'zhaomin',
    request: async () => ({
      body: { docIds: (await prepare(previewedOrder)).map((row) => row.docId), isActive: 1 },
    }),
    refusedFor: { chenjing: 404, tianye: 403, wujianguo: 404 },
    invalidInputs: [
      {
        makeInvalid: () => ({ body: { docIds: [], isActive: 1 } }),
        expectedProblems: [['docIds', '请选择文书']],
      },
    ],
    checkAnswer: ({ rows }) => expect(rows).toMatchObject([{ name: '受理通知书', isActive: 1 }]),
  },
  publicList: {
    caller: 'zhaomin',
    request: () => ({ params: { workorderId: previewedOrder.id } }) as never,
    refusedFor: { chenjing: 404, tianye: 403 },
    checkAnswer: ({ rows, byHand }) => {
      // A document of a button waits for its action, and only its maker sees it.
      expect(rows).toMatchObject([{ name: '受理通知书', state: 'prepared', can: { confirm: false } }]);
      expect(byHand).toEqual([{ code: 'letter', whyNot: '' }]);
    },
  },
  configList: {
    caller: 'zhaomin',
    request: { query: { businessDeployId: 'petition-letter-1' } },
    refusedFor: { tianye: 403 },
    invalidInputs: [
      {
        makeInvalid: () => ({ query: { businessId: 'x'.repeat(65) } }),
        expectedProblems: [['businessId', '不能超过64个字符']],
      },
    ],
    checkAnswer: ({ rows }) =>
      expect(rows).toEqual([
        { code: 'acceptance', name: '受理通知书', byHand: false, madeAt: '受理审查', isConditional: false },
        { code: 'letter', name: '转送函', byHand: true, madeAt: '', isConditional: false },
      ]),
  },
  generate: {
    caller: 'zhaomin',
    request: () => ({ params: { workorderId: previewedOrder.id }, body: { code: 'letter' } }) as never,
    refusedFor: { chenjing: 404, tianye: 403, wujianguo: 40310 },
    checkAnswer: ({ rows }) => expect(rows).toMatchObject([{ name: '转送函', isActive: 0 }]),
  },
  void: {
    caller: 'shenjie',
    request: async () => ({ params: { docId: await usedDocument() }, body: { reason: '文字有误' } }),
    refusedFor: { zhaomin: 403, tianye: 403 },
    invalidInputs: [
      {
        makeInvalid: (validRequest) => ({ ...validRequest, body: { reason: ' ' } }),
        expectedProblems: [['reason', '请填写作废原因']],
      },
    ],
    checkAnswer: ({ id }) => expect(id).not.toBe(''),
  },
  activate: {
    caller: 'zhaomin',
    request: async () => ({
      params: { docId: (await prepare(previewedOrder))[0]?.docId ?? '' },
      body: { isActive: 1 },
    }),
    refusedFor: { chenjing: 404, tianye: 403, wujianguo: 404 },
    checkAnswer: ({ rows }) => expect(rows).toMatchObject([{ isActive: 1 }]),
  },
});

describe('documents of an action', () => {
  test('are made from the pending form values, and do not belong to the order during the preview', async () => {
    const order = await orderInExamination();
    const [row] = await prepare(order);
    expect(madeSubjects).toMatchObject([
      {
        number: '',
        facts: {
          办件: { 流水号: order.code },
          本步: { 环节: '受理审查', 按钮: '受理' },
          表单: {
            'petition-letter': { acceptResult: '予以受理', undertakingUnit: '淳安县住房和城乡建设局' },
          },
        },
      },
    ]);
    expect(await filesOf(order)).toEqual([]);
    const { task } = await office
      .as('zhaomin')
      .done(workOrders.detailPage, { params: { workorderCode: order.code } });
    const flags = task?.buttons.map(({ id, makesDocuments }) => [id, makesDocuments]);
    expect(flags).toContainEqual(['accept', true]);
    expect(flags).toContainEqual(['return', false]);
    // Only its maker can preview it, no other participant of the order.
    const check = (account: string) =>
      office.as(account).call(files.details, { params: { id: row?.id ?? '' } });
    expect((await check('zhaomin')).status).toBe(200);
    expect((await check('liuyang')).status).toBe(404);
  });

  test('are confirmed, taken by the submission, returned in its result and visible to readers of the order', async () => {
    const order = await orderInExamination();
    const rows = await prepare(order);
    const id = rows[0]?.id ?? '';
    expect((await activate(id)).status).toBe(200);
    const response = await accept(order);
    expect(response.body.data, response.text).toMatchObject({
      workorderDocs: [
        { id, name: '受理通知书', docName: '受理通知书.pdf', attachmentUrl: `/file/files/${id}` },
      ],
    });
    expect(await filesOf(order)).toEqual([{ id, name: '受理通知书.pdf' }]);
    expect((await office.as('liuyang').call(files.details, { params: { id } })).status).toBe(200);
    const { detail } = await db
      .selectFrom('audit_links')
      .select('detail')
      .where('object_id', '=', order.id)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(detail).toMatchObject({ documents: [{ id, name: '受理通知书' }] });
    expect(JSON.stringify(detail)).toMatch(/"sha256":"[0-9a-f]{64}"/);
    // A document that an action has taken can be neither confirmed nor discarded.
    expect((await activate(id, 0)).status).toBe(404);
    expect(await filesOf(order)).toHaveLength(1);
  });

  test('are not taken when they are not confirmed', async () => {
    const order = await orderInExamination();
    await prepare(order);
    const response = await accept(order);
    expect(response.body.data, response.text).toMatchObject({ workorderDocs: [] });
    expect(await filesOf(order)).toEqual([]);
  });

  test('leave nothing when they are cancelled, and replace earlier ones when they are made again', async () => {
    const order = await orderInExamination();
    const before = await countDocuments();
    const [first] = await prepare(order);
    const [second] = await prepare(order);
    expect(second?.id).not.toBe(first?.id);
    expect(await countDocuments()).toBe(before + 1);
    expect((await activate(first?.id)).status).toBe(404);
    const response = await activate([second?.id], 0);
    expect(response.body.data, response.text).toEqual({ rows: [] });
    expect(await countDocuments()).toBe(before);
    const remainingFiles = await db
      .selectFrom('files')
      .select('id')
      .where('id', 'in', [first?.id ?? '', second?.id ?? ''])
      .execute();
    expect(remainingFiles).toEqual([]);
  });

  test('one document is made again by its id', async () => {
    const order = await orderInExamination();
    const [first] = await prepare(order);
    const repetition = await preview(order, { docId: first?.id });
    expect((repetition.body.data as unknown as { rows: unknown[] }).rows, repetition.text).toHaveLength(1);
    expect((await preview(order, { docId: first?.id })).status).toBe(404);
  });

  test('need another preview when the forms were changed after it', async () => {
    const order = await orderInExamination();
    const rows = await prepare(order);
    await activate(rows.map(({ id }) => id));
    const changed = {
      workorderForms: [{ formId, content: { ...content, undertakingUnit: units.environment } }],
    };
    const refusal = await accept(order, changed);
    expect(refusal.body.problems, refusal.text).toEqual([
      { field: 'workorderForms', message: '预览文书后表单内容有改动，请重新预览文书' },
    ]);
    expect(await filesOf(order)).toEqual([]);
    expect((await accept(order)).status).toBe(200);
    expect(await filesOf(order)).toHaveLength(1);
  });

  test('are not made from invalid forms or for a button that does not exist', async () => {
    const order = await orderInExamination();
    const incomplete = [{ formId, content: { acceptResult: 'accept' } }];
    expect((await preview(order, { formContent: incomplete })).body.errcode).toBe(40014);
    expect((await preview(order, { buttonId: 'nothing' })).body.errmsg).toBe('当前环节不支持该操作');
    expect((await preview(order, { buttonId: 'return' })).body.data).toEqual({ rows: [], notMade: [] });
    expect(madeSubjects).toEqual([]);
  });

  test('belong only to the person who prepared them', async () => {
    const order = await orderInExamination();
    const [row] = await prepare(order);
    for (const [account, status] of [
      ['liuyang', 404],
      ['wujianguo', 404],
    ] as const)
      expect((await activate(row?.id, 0, account)).status).toBe(status);
    expect((await activate(row?.id)).status).toBe(200);
  });

  test('are attached only by their own action; elsewhere they count as missing files', async () => {
    const order = await orderInExamination();
    const [row] = await prepare(order);
    const id = row?.id ?? '';
    const text = await desk.paper('zhaomin', '受理通知书.docx');
    await db.updateTable('order_documents').set({ docx_id: text.id }).where('id', '=', id).execute();
    const message = '附件不存在或已失效，请重新上传';
    for (const file of [id, text.id]) {
      const refusal = await desk.tryPress('zhaomin', order, 'examine', 'return', {
        backNodeIds: 'receive',
        fileList: [{ id: file }],
      });
      expect(refusal.body.problems, refusal.text).toEqual([{ field: 'fileList', message }]);
    }
    // Nor by the right action outside its documents, nor by an upload field of another order.
    expect((await accept(order, { fileList: [{ id }] })).body.problems).toEqual([
      { field: 'fileList', message },
    ]);
    const { known } = await findFiles(db, office.context, await getActor(office.context, 'zhaomin'), {
      workorderId: null,
      ids: [id, text.id],
      mayRead: async () => true,
    });
    expect([...known.keys()]).toEqual([]);
    expect(await filesOf(order)).toEqual([]);
    // The confirmed document is taken by its action, and no later action can take it.
    expect((await activate(id)).status).toBe(200);
    expect((await accept(order)).status).toBe(200);
    expect((await filesOf(order)).map((file) => file.id).sort()).toEqual([id, text.id].sort());
  });

  test('are confirmed only while their task is open, and sealing stops otherwise', async () => {
    const order = await orderInExamination();
    const [row] = await prepare(order);
    let sealings = 0;
    const finish = source.sealAndSign;
    source.sealAndSign = async (...args) => {
      sealings += 1;
      return finish(...args);
    };
    await accept(order);
    const late = await activate(row?.id);
    expect(late.body, late.text).toMatchObject({ errmsg: '该环节已被办理' });
    expect(sealings).toBe(0);
    // The step was done while the document was being sealed: it is checked again under the lock.
    const other = await orderInExamination();
    const [document] = await prepare(other);
    source.sealAndSign = async (...args) => {
      sealings += 1;
      await accept(other);
      return finish(...args);
    };
    const response = await activate(document?.id);
    source.sealAndSign = finish;
    expect(response.body.errmsg, response.text).toBe('该环节已被办理');
    expect(sealings).toBe(1);
    const { activated_at } = await db
      .selectFrom('order_documents')
      .select('activated_at')
      .where('id', '=', document?.id ?? '')
      .executeTakeFirstOrThrow();
    expect(activated_at).toBeNull();
    // Discarding it is harmless.
    expect((await activate(document?.id, 0)).status).toBe(200);
  });
});
