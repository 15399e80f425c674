import { getDocumentProxy } from 'unpdf';
import { afterAll, describe, expect, test } from 'vitest';
import { documentTemplates } from '#contract/document-templates.ts';
import { documents } from '#contract/documents.ts';
import { handling } from '#contract/handling.ts';
import { workOrders } from '#contract/work-orders.ts';
import { clearPublishedCache } from '#server/modules/cases/documents/service.ts';
import { clearDirectoryCache } from '#server/modules/organisation/organisations/service.ts';
import { cleanUpFiles } from '#server/modules/records/files/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { petitionDocument, publishOrderDocument, withDocuments } from '#test/world/documents.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { units } from '#test/world/start-data.ts';
import { unzip } from '#test/world/unzip.ts';
import { reserveNumber } from './numbers.ts';

/** Tests documents of a real template: their content, numbers and later changes (docs/decisions/0155). */

const office = await testOffice();
const { db, files } = office.context;
withDocuments(office);
await publishOrderDocument(office, 'petition-letter', petitionDocument());
const { desk, start } = openPetitionDesk(office);
const formId = 'petition-letter:1';
const content = { acceptResult: 'accept', undertakingUnit: units.housing };

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

async function orderInExamination(): Promise<StartedOrder> {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  return order;
}

async function prepare(order: StartedOrder, more: object = {}) {
  const { rows } = await office.as('zhaomin').done(documents.preview, {
    params: { workorderId: order.id },
    body: {
      traceId: await desk.traceAt(order, 'examine'),
      buttonId: 'accept',
      formContent: [{ formId, content }],
      ...more,
    },
  });
  const [document] = rows;
  if (!document) throw new Error('No document was made');
  return document;
}
const confirm = (id: string, isActive: 0 | 1 = 1) =>
  office.as('zhaomin').done(documents.activateAll, { body: { docIds: [id], isActive } });
const accept = async (order: StartedOrder, more: object = {}) => {
  const body = await desk.pressBody(order, 'examine', 'accept', {
    workorderForms: [{ formId, content }],
    ...more,
  });
  return office.as('zhaomin').call(handling.handle, { body });
};

async function bytesOf(id: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await files.read(id)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function textOf(id: string): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(await bytesOf(id)));
  const { items } = await (await pdf.getPage(1)).getTextContent();
  return items.map((item) => ('str' in item ? item.str : '')).join('');
}

const numberIn = (text: string) => Number(/〔2026〕(\d+)号/.exec(text)?.[1]);

describe('a document made from a template', () => {
  test('contains unmasked values of the order and its forms', async () => {
    const order = await orderInExamination();
    const document = await prepare(order);
    const { name, sex } = order.startData.start.applyer;
    const text = await textOf(document.id);
    expect(text).toContain(`${name}${sex === '2' ? '女士' : '先生'}：`);
    expect(text).toContain('由淳安县住房和城乡建设局办理');
    expect(text).toContain(document.documentNumber);
    expect(document).toMatchObject({ docName: '受理告知书.pdf', isActive: 0 });
    // The same as a text document.
    const parts = unzip(await bytesOf(document.attachmentDocxUrl.replace('/file/files/', '')));
    const documentText = (parts.get('word/document.xml') ?? '').replaceAll(/<[^>]+>/g, '');
    expect(documentText).toContain('由淳安县住房和城乡建设局办理');
    expect(documentText).toContain(document.documentNumber);
  });

  test('lists, before it is confirmed, the characters that no font can draw and their fields', async () => {
    const order = await orderInExamination();
    const undertakingUnit = units.environment;
    await db
      .updateTable('organisations')
      .set({ name: '县𱍐𬱟局' })
      .where('id', '=', undertakingUnit[0]?.id ?? '')
      .execute();
    clearDirectoryCache(db);
    const document = await prepare(order, {
      formContent: [{ formId, content: { ...content, undertakingUnit } }],
    });
    expect(document.missingLetters).toEqual([
      { field: '表单.petition-letter.undertakingUnit', letter: '𱍐', codePoint: 'U+31350' },
    ]);
    expect((await prepare(order)).missingLetters).toEqual([]);
    const nameApplicant = (name: string) =>
      db.updateTable('work_order_applicants').set({ name }).where('workorder_id', '=', order.id).execute();
    await nameApplicant('王𱍐');
    expect((await prepare(order)).missingLetters).toEqual([
      { field: '信访人抬头', letter: '𱍐', codePoint: 'U+31350' },
    ]);
    // The audit log contains the given name.
    await nameApplicant(order.startData.start.applyer.name);
  });

  test('is made by the button only when its condition holds', async () => {
    const order = await orderInExamination();
    const decline = { acceptResult: 'reject', rejectReason: '已经三级终结。' };
    const requestPreview = async (buttonId: string, form: object) =>
      office.as('zhaomin').done(documents.preview, {
        params: { workorderId: order.id },
        body: {
          traceId: await desk.traceAt(order, 'examine'),
          buttonId,
          formContent: [{ formId, content: form as never }],
        },
      });
    const refusal = await requestPreview('decline', decline);
    expect(refusal.rows.map(({ name }) => name)).toEqual(['不予受理告知书']);
    expect(await textOf(refusal.rows[0]?.id ?? '')).toContain('已经三级终结');
  });
});

describe('document numbers', () => {
  test('are shown in the preview and reuse the number of a discarded document without gaps', async () => {
    const [one, two] = [await orderInExamination(), await orderInExamination()];
    const first = numberIn((await prepare(one)).documentNumber);
    const discarded = await prepare(two);
    expect(numberIn(discarded.documentNumber)).toBe(first + 1);
    await confirm(discarded.id, 0);
    const three = await orderInExamination();
    expect(numberIn((await prepare(three)).documentNumber)).toBe(first + 1);
  });

  test('stay with a document that is made again, and belong to it once the action has used it', async () => {
    const order = await orderInExamination();
    const before = await prepare(order);
    const second = await prepare(order);
    expect(second.id).not.toBe(before.id);
    expect(second.documentNumber).toBe(before.documentNumber);
    await confirm(second.id);
    expect((await accept(order, { workorderDocIdList: [second.id] })).status).toBe(200);
    const next = await prepare(await orderInExamination());
    expect(next.documentNumber).not.toBe(second.documentNumber);
    const { detail } = await db
      .selectFrom('audit_links')
      .select('detail')
      .where('object_id', '=', order.id)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(detail).toMatchObject({ documents: [{ id: second.id, documentNumber: second.documentNumber }] });
  });

  test('are unique under concurrent previews', async () => {
    const orders = [];
    for (let index = 0; index < 5; index += 1) orders.push(await orderInExamination());
    const orderDocuments = await Promise.all(orders.map((order) => prepare(order)));
    const numbers = orderDocuments.map(({ documentNumber }) => numberIn(documentNumber));
    expect(new Set(numbers).size).toBe(5);
    const all = await db
      .selectFrom('document_numbers')
      .select('number')
      .where('name', '=', '淳信受')
      .orderBy('number')
      .execute();
    expect(all.map(({ number }) => number)).toEqual(all.map((_, index) => index + 1));
  });

  test('one document made three times concurrently keeps one number and loses none', async () => {
    const order = await orderInExamination();
    await Promise.all([prepare(order), prepare(order), prepare(order)]);
    const rows = await db
      .selectFrom('document_numbers as n')
      .innerJoin('order_documents as d', 'd.id', 'n.document_id')
      .select('d.document_number as number')
      .where('d.workorder_id', '=', order.id)
      .execute();
    expect(rows).toHaveLength(1);
    const reservedNumbers = await db
      .selectFrom('document_numbers')
      .selectAll()
      .where('held_by', 'is not', null)
      .execute();
    expect(reservedNumbers).toEqual([]);
  });

  test('reserved by a dead process are free again after the reservation expires', async () => {
    const series = { orgId: '330127-xfj', name: '淳信试' };
    const { context } = office;
    const firstNumber = await reserveNumber(context, series, undefined);
    expect(firstNumber.text).toBe('淳信试〔2026〕1号');
    expect((await reserveNumber(context, series, undefined)).text).toBe('淳信试〔2026〕2号');
    office.clock.forward(61_000);
    expect((await reserveNumber(context, series, undefined)).text).toBe('淳信试〔2026〕1号');
  });

  test('of unused documents are free again after the retention days', async () => {
    const order = await orderInExamination();
    const document = await prepare(order);
    office.clock.forward(8 * 86_400_000);
    await cleanUpFiles(office.context);
    const { document_id } = await db
      .selectFrom('document_numbers')
      .select('document_id')
      .where('name', '=', '淳信受')
      .where('number', '=', numberIn(document.documentNumber))
      .executeTakeFirstOrThrow();
    expect(document_id).toBeNull();
  });

  test('start again at 1 with the new year in Chinese time', async () => {
    const series = { orgId: '330127-xfj', name: '淳信年' };
    const reserve = (now: Date) => reserveNumber({ ...office.context, now: () => now }, series, undefined);
    expect((await reserve(new Date('2026-12-31T15:59:59Z'))).text).toBe('淳信年〔2026〕1号');
    expect((await reserve(new Date('2026-12-31T16:00:00Z'))).text).toBe('淳信年〔2027〕1号');
  });
});

describe('a submission that names its documents', () => {
  test('is refused when they were made again in another window, and accepted with the new ones', async () => {
    const order = await orderInExamination();
    const first = await prepare(order);
    await confirm(first.id);
    const second = await prepare(order);
    const refusal = await accept(order, { workorderDocIdList: [first.id] });
    expect(refusal.body.problems, refusal.text).toEqual([
      { field: 'workorderDocIdList', message: '文书已在其他页面重新生成或取消，请重新预览文书' },
    ]);
    await confirm(second.id);
    const response = await accept(order, { workorderDocIdList: [second.id] });
    expect(response.body.data, response.text).toMatchObject({ workorderDocs: [{ id: second.id }] });
  });

  test('is refused when the opinion changed since the document that contains it was previewed', async () => {
    const template = petitionDocument({
      template: { body: [{ kind: 'text', text: '审查意见：{{本步.意见}}' }] },
    });
    await publishOrderDocument(office, 'petition-letter', template);
    const order = await orderInExamination();
    const document = await prepare(order, { handlerOpinion: '同意受理' });
    expect(await textOf(document.id)).toContain('审查意见：同意受理');
    await confirm(document.id);
    const changed = await accept(order, { handlerOpinion: '另有意见', workorderDocIdList: [document.id] });
    expect(changed.body.problems, changed.text).toMatchObject([{ field: 'workorderForms' }]);
    const same = await accept(order, { handlerOpinion: '同意受理', workorderDocIdList: [document.id] });
    expect(same.status, same.text).toBe(200);
    await publishOrderDocument(office, 'petition-letter', petitionDocument());
  });
});

describe('a document that contains the opinion', () => {
  test('is made again when its preview had no opinion, as in the documented preview (S1 §4, §7)', async () => {
    const template = petitionDocument({
      template: { body: [{ kind: 'text', text: '审查意见：{{本步.意见}}' }] },
    });
    await publishOrderDocument(office, 'petition-letter', template);
    const order = await orderInExamination();
    const document = await prepare(order);
    await confirm(document.id);
    const response = await accept(order, { handlerOpinion: '同意受理' });
    expect(response.status, response.text).toBe(200);
    const { workorderDocs } = response.body.data as unknown as { workorderDocs: { id: string }[] };
    expect(workorderDocs).toHaveLength(1);
    expect(await textOf(workorderDocs[0]?.id ?? '')).toContain('审查意见：同意受理');
    await publishOrderDocument(office, 'petition-letter', petitionDocument());
  });
});

describe('documents of a countersign', () => {
  const request = {
    handlerOperation: '5',
    buttonId: 'countersign',
    handlerOpinion: '请会签',
    countersignList: [{ handlerType: '1', assignHandlerId: 'staff-liuyang' }],
    countersignWay: '1',
    countersignHandlerType: '1',
  };
  const countersignSheet = petitionDocument({
    template: { code: 'countersign-slip', name: '会签单', title: '会签单' },
    places: [{ nodeId: 'examine', buttonId: 'countersign' }],
  });

  test.each(['1', '2'])(
    'are returned by its action for countersignFlowCondition %s',
    async (countersignFlowCondition) => {
      await publishOrderDocument(office, 'petition-letter', countersignSheet);
      const order = await orderInExamination();
      const document = await prepare(order, { buttonId: 'countersign', handlerOpinion: '请会签' });
      await confirm(document.id);
      const response = await office.as('zhaomin').call(handling.handle, {
        body: {
          workorderId: order.id,
          workorderTraceId: await desk.traceAt(order, 'examine'),
          ...request,
          countersignFlowCondition,
          workorderForms: [{ formId, content }],
          workorderDocIdList: [document.id],
        } as never,
      });
      expect(response.status, response.text).toBe(200);
      expect(response.body.data).toMatchObject({ workorderDocs: [{ id: document.id, name: '会签单' }] });
    },
  );
});

test('a document that cannot be drawn returns 生成失败 and reserves no number', async () => {
  const order = await orderInExamination();
  const { documents: source } = office.context;
  const context = office.context as { documents: typeof source };
  context.documents = {
    ...source,
    make: async () => {
      throw new Error('no engine');
    },
  };
  const answer = await office.as('zhaomin').call(documents.preview, {
    params: { workorderId: order.id },
    body: {
      traceId: await desk.traceAt(order, 'examine'),
      buttonId: 'accept',
      formContent: [{ formId, content }],
    } as never,
  });
  context.documents = source;
  expect(answer.body).toMatchObject({ errcode: 40950, errmsg: '生成失败' });
  const reservedNumbers = await db
    .selectFrom('document_numbers')
    .select('number')
    .where('name', '=', '淳信受')
    .where('held_by', 'is not', null)
    .execute();
  expect(reservedNumbers).toEqual([]);
});

describe('a document whose template is withdrawn', () => {
  const previewOf = async (order: StartedOrder, acceptResult: string) =>
    office.as('zhaomin').done(documents.preview, {
      params: { workorderId: order.id },
      body: {
        traceId: await desk.traceAt(order, 'examine'),
        buttonId: 'accept',
        formContent: [{ formId, content: { ...content, acceptResult } }],
      },
    });

  test('is named with the reason before the action, and the action succeeds without it', async () => {
    const order = await orderInExamination();
    const row = await db
      .selectFrom('document_templates')
      .select(['id', 'saved_at'])
      .where('state', '=', 'published')
      .where('task_code', '=', 'petition-letter')
      .where('code', '=', 'acceptance-notice')
      .executeTakeFirstOrThrow();
    const version = { id: row.id, over: row.saved_at.toISOString(), state: 'published' } as const;
    await office.as('xiaohan').done(documentTemplates.disable, { body: version });
    clearPublishedCache(db);
    const reason = '文书模板已停用';
    expect(await previewOf(order, 'accept')).toEqual({ rows: [], notMade: [{ name: '受理告知书', reason }] });
    const page = await office
      .as('zhaomin')
      .done(workOrders.detailPage, { params: { workorderCode: order.code } });
    expect(page.task?.buttons.find(({ id }) => id === 'accept')).toMatchObject({ makesDocuments: true });
    expect((await accept(order)).body).toMatchObject({ errcode: 0, data: { workorderDocs: [] } });
  });

  test('is not named when its condition does not hold or its button no longer makes it', async () => {
    const when = { field: '表单.petition-letter.acceptResult', is: 'equals', value: '予以受理' } as const;
    const places = [{ nodeId: 'examine', buttonId: 'accept', when }];
    await publishOrderDocument(office, 'petition-letter', petitionDocument({ places }));
    await db
      .updateTable('document_templates')
      .set({ state: 'withdrawn' })
      .where('state', '=', 'published')
      .where('task_code', '=', 'petition-letter')
      .where('code', '=', 'acceptance-notice')
      .execute();
    clearPublishedCache(db);
    const order = await orderInExamination();
    expect((await previewOf(order, 'transfer')).notMade).toEqual([]);
    expect((await previewOf(order, 'accept')).notMade).toHaveLength(1);
    const otherPlaces = [{ nodeId: 'examine', buttonId: 'decline' }];
    await publishOrderDocument(office, 'petition-letter', petitionDocument({ places: otherPlaces }));
    expect(await previewOf(order, 'accept')).toEqual({ rows: [], notMade: [] });
  });
});
