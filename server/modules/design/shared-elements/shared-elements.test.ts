import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { catalogue } from '#contract/catalogue.ts';
import { files } from '#contract/files.ts';
import { forms } from '#contract/forms.ts';
import { sharedElements } from '#contract/shared-elements.ts';
import { workOrders } from '#contract/work-orders.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { clearFormCache } from '#server/modules/design/forms/service.ts';
import { cleanUpFiles, findFiles, lockFreeUpload, storeFile } from '#server/modules/records/files/service.ts';
import { readSeedJson } from '#server/seeds/office.ts';
import { describeCalls, invalidInput } from '#test/world/call-tests.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

/** Tests shared elements: codes of fields, each with one fixed file (S2 §3; docs/decisions/0231). */

const office = await testOffice();
const { context } = office;
const { db } = context;
const admin = office.as('xiaohan');

async function upload(account = 'xiaohan', name = '申请书样表.pdf', size = 10): Promise<string> {
  const actor = await getActor(context, account);
  const file = { name, bytes: Buffer.from(randomUUID().padEnd(size, '.')), contentType: 'application/pdf' };
  return (await storeFile(context, actor, file, 'test')).id;
}

async function create(code: string, name = `要素${code}`): Promise<string> {
  const fileId = await upload();
  await admin.done(sharedElements.create, { body: { code, name, remark: '', fileId } });
  return fileId;
}

const rowOf = async (code: string) =>
  (await admin.done(sharedElements.list, {})).rows.find((row) => row.code === code);
const statusOf = async (account: string, id: string) =>
  (await office.as(account).call(files.details, { params: { id } })).status;

const others = { zhangwei: 403, liuyang: 403, wujianguo: 403, tianye: 403, dongmei: 403, yuanyuan: 403 };
const codeText = '编码应以小写字母开头，由小写字母、数字和连字符组成';
let number = 0;
const nextCode = () => {
  number += 1;
  return `element-${number}`;
};

describeCalls(office, sharedElements, {
  list: {
    caller: 'xiaohan',
    request: {},
    refusedFor: others,
    checkAnswer: ({ rows }) => expect(rows).toEqual([]),
  },
  create: {
    caller: 'xiaohan',
    request: async () => ({
      body: { code: nextCode(), name: `要素${number}`, remark: '一式两份', fileId: await upload() },
    }),
    refusedFor: others,
    invalidInputs: [
      invalidInput(
        { body: { code: 'Bad code', name: ' ', fileId: 'x' } },
        ['code', codeText],
        ['name', '请填写名称'],
        ['fileId', '请上传样表文件'],
      ),
      {
        makeInvalid: ({ body }) => ({ body: { ...(body as object), code: 'constructor' } }),
        expectedProblems: [['code', codeText]],
      },
    ],
    checkAnswer: async ({ code }, { body }) => {
      const { name, fileId } = body as { name: string; fileId: string };
      expect(await rowOf(code)).toMatchObject({
        name,
        remark: '一式两份',
        file: { id: fileId, name: '申请书样表.pdf' },
        updatedBy: '肖涵',
        usedBy: [],
      });
    },
  },
  change: {
    caller: 'xiaohan',
    request: async () => {
      const code = nextCode();
      await create(code);
      const digest = (await rowOf(code))?.digest;
      return { params: { code }, body: { name: `新名称${number}`, remark: '改', digest } };
    },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: (request) => ({ ...request, body: { name: '', fileId: 'x' } }),
        expectedProblems: [
          ['name', '请填写名称'],
          ['fileId', '请上传样表文件'],
        ],
      },
    ],
    checkAnswer: async ({ code }) => {
      expect(await rowOf(code)).toMatchObject({ name: expect.stringMatching(/^新名称/), remark: '改' });
    },
  },
  remove: {
    caller: 'xiaohan',
    request: async () => {
      const code = nextCode();
      await create(code);
      return { params: { code }, body: {} };
    },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: (request) => ({ ...request, body: { digest: 'x'.repeat(65) } }),
        expectedProblems: [['digest', '不能超过64个字符']],
      },
    ],
    checkAnswer: async ({ code }) => expect(await rowOf(code)).toBeUndefined(),
  },
});

const problemsOf = async (body: object) =>
  (await admin.call(sharedElements.create, { body: { code: nextCode(), name: '新要素', ...body } })).body
    .problems;

describe('a shared element', () => {
  test('has a code and a name of its own, and a free upload of its author in a format of S2 §5', async () => {
    await create('taken', '已有的要素');
    const fileId = await upload();
    expect(await problemsOf({ code: 'taken', name: '已有的要素', fileId: await upload('zhangwei') })).toEqual(
      [
        { field: 'code', message: '已有共享要素使用这个编码' },
        { field: 'name', message: '已有同名的共享要素' },
        { field: 'fileId', message: '文件不存在或已用于别处，请重新上传' },
      ],
    );
    expect(await problemsOf({ fileId: await upload('xiaohan', '样表.exe') })).toEqual([
      { field: 'fileId', message: '格式错误！请重新上传' },
    ]);
    expect(await problemsOf({ fileId: randomUUID() })).toMatchObject([{ field: 'fileId' }]);
    expect(await problemsOf({ fileId })).toBeUndefined();
    // One file belongs to one element.
    expect(await problemsOf({ name: '另一个', fileId })).toMatchObject([{ field: 'fileId' }]);
  });

  test('is not changed over a change that its author did not see', async () => {
    await create('twice');
    const { digest } = (await rowOf('twice')) ?? {};
    const change = (name: string) =>
      admin.call(sharedElements.change, { params: { code: 'twice' }, body: { name, remark: '', digest } });
    expect((await change('先改')).status).toBe(200);
    const { status, body } = await change('后改');
    expect([status, body.errmsg]).toEqual([409, expect.stringMatching(/^该共享要素已由肖涵于 .+ 修改$/)]);
    const removed = await admin.call(sharedElements.remove, { params: { code: 'twice' }, body: { digest } });
    expect(removed.status).toBe(409);
  });

  test('that does not exist is not found', async () => {
    const missing = { params: { code: 'none' } };
    for (const answer of [
      await admin.call(sharedElements.change, { ...missing, body: { name: '无', remark: '' } }),
      await admin.call(sharedElements.remove, { ...missing, body: {} }),
    ])
      expect([answer.status, answer.body.errmsg]).toEqual([404, '未找到该共享要素']);
  });
});

describe('the file of a shared element (S2 §3, §7)', () => {
  test('is read by every signed-in person, and by no stranger', async () => {
    const id = await create('readable');
    for (const account of ['zhangwei', 'liuyang', 'wujianguo', 'xiaohan', 'tianye'])
      expect(await statusOf(account, id)).toBe(200);
    for (const endpoint of [files.details, files.download, files.preview, files.publicPreview]) {
      const { status } = await office.stranger.call(endpoint, { params: { id } });
      expect(status).toBe(endpoint === files.publicPreview ? 404 : 401);
    }
    const { status } = await office
      .as('zhangwei')
      .call(files.download, { params: { id }, query: { mark: 'stream' } });
    expect(status).toBe(200);
    // An upload that no element has stays its owner's own.
    expect(await statusOf('zhangwei', await upload())).toBe(404);
  });

  test('that was replaced, or whose element was deleted, is no longer read by others', async () => {
    const first = await create('replaced');
    const second = await upload();
    const body = { name: '要素replaced', remark: '', fileId: second };
    await admin.done(sharedElements.change, { params: { code: 'replaced' }, body });
    expect([await statusOf('zhangwei', first), await statusOf('zhangwei', second)]).toEqual([404, 200]);
    await admin.done(sharedElements.remove, { params: { code: 'replaced' }, body: {} });
    expect(await statusOf('zhangwei', second)).toBe(404);
  });

  test('outlives the clean-up of unattached uploads, which removes a replaced one', async () => {
    const first = await create('kept');
    const second = await upload();
    const unused = await upload();
    const body = { name: '要素kept', remark: '', fileId: second };
    await admin.done(sharedElements.change, { params: { code: 'kept' }, body });
    const later = { ...context, now: () => new Date(Date.now() + 4000 * 86_400_000) };
    await cleanUpFiles(later);
    const remaining = await db
      .selectFrom('files')
      .select('id')
      .where('id', 'in', [first, second, unused])
      .execute();
    expect(remaining).toEqual([{ id: second }]);
    expect(await statusOf('zhangwei', second)).toBe(200);
  });

  test('can be attached to no order, and is not taken twice', async () => {
    const id = await create('unattachable');
    const actor = await getActor(context, 'xiaohan');
    const request = { workorderId: null, ids: [id], mayRead: async () => true };
    expect([...(await findFiles(db, context, actor, request)).known]).toEqual([]);
    await db.transaction().execute(async (tx) => {
      expect(await lockFreeUpload(tx as never, actor.staffId, id)).toBeUndefined();
    });
  });
});

const letter = readSeedJson<FormModel>('forms/petition-letter.json');
/** Returns the form of letters with codes at a field and at a column of its table. */
const letterWith = (code: string, columnCode = code): FormModel => ({
  ...letter,
  schema: {
    fields: letter.schema.fields.map((field) => {
      if (field.id === 'summary') return { ...field, 'x-element-code': code };
      const columns = field.columns?.map((column, index) =>
        index === 0 ? { ...column, 'x-element-code': columnCode } : column,
      );
      return field.id === 'involved' && columns ? { ...field, columns } : field;
    }),
  },
});
const check = async (model: FormModel) =>
  (await admin.done(forms.check, { body: { json: JSON.stringify(model) } })).problems;
const publish = (model: FormModel) => admin.call(forms.publish, { body: { json: JSON.stringify(model) } });

describe('a form whose fields carry codes of shared elements (S2 §3)', () => {
  test('is published only if every code exists; each other code is named at its field', async () => {
    const unknown = letterWith('unknown-one', 'unknown-two');
    const problems = [
      { field: 'summary', message: '没有编码为“unknown-one”的共享要素' },
      { field: expect.stringMatching(/^involved\[\]\.\w+$/), message: '没有编码为“unknown-two”的共享要素' },
    ];
    expect(await check(unknown)).toEqual(expect.arrayContaining(problems));
    const { status, body } = await publish(unknown);
    expect(status).not.toBe(200);
    expect(body.problems).toEqual(expect.arrayContaining(problems));
    const [heading, ...rest] = letter.schema.fields;
    const withHeading = {
      ...letter,
      schema: { fields: [{ ...heading, 'x-element-code': 'unknown-one' }, ...rest] as never },
    };
    expect(await check(withHeading)).toMatchObject([{ message: '标题和分隔线不能有共享要素' }]);
    const malformed = { ...letter, schema: { fields: [{ ...rest[0], 'x-element-code': 7 }] as never } };
    expect(await check(malformed)).toMatchObject([
      { field: rest[0]?.id, message: expect.stringMatching(/^共享要素的编码应/) },
    ]);
  });

  test('names its files to those who start an order and those who read one, and keeps the codes', async () => {
    const fileId = await create('letter-sample', '来信样表');
    await create('unused-sample');
    // The orders of the item start with this version.
    await db
      .updateTable('form_definitions')
      .set({ model: JSON.stringify(letterWith('letter-sample')) })
      .where('id', '=', 'petition-letter:1')
      .execute();
    clearFormCache(db);
    const file = { id: fileId, name: '申请书样表.pdf', size: 36 };
    const item = { params: { taskCode: 'petition-letter' } };
    const started = await office.as('wangfang').done(catalogue.item, item);
    expect(started.forms.map(({ elementFiles }) => elementFiles)).toEqual([{ 'letter-sample': file }]);
    const desk = openDesk(office);
    const order = await desk.start('wangfang', petition(1));
    const page = await office
      .as('liuyang')
      .done(workOrders.detailPage, { params: { workorderCode: order.code } });
    expect(page.forms[0]?.elementFiles).toEqual({ 'letter-sample': file });

    const documented = () =>
      office.as('liuyang').done(workOrders.forms, { params: { workorderId: order.id } });
    const [form] = (await documented()).rows;
    expect(form?.elementFiles).toMatchObject({
      'letter-sample': { uid: fileId, url: fileId, status: 'done' },
    });
    expect(form?.metaData.summary).toMatchObject({ 'x-element-code': 'letter-sample' });
    expect(form?.formStructure).toContain('"x-element-code":"letter-sample"');
    expect(form?.formStructure).not.toContain(fileId);

    // Readers get the file that the element has now.
    const next = await upload();
    await admin.done(sharedElements.change, {
      params: { code: 'letter-sample' },
      body: { name: '来信样表', remark: '', fileId: next },
    });
    expect((await documented()).rows[0]?.elementFiles).toMatchObject({ 'letter-sample': { uid: next } });
  });

  test('keeps its elements from being deleted, until its next version is used', async () => {
    const { usedBy } = (await rowOf('letter-sample')) ?? {};
    expect(usedBy).toHaveLength(2);
    expect(usedBy?.[0]).toEqual({
      code: 'petition-letter',
      text: expect.stringMatching(/^表单“群众来信登记表”的字段“.+”$/),
    });
    const remove = () => admin.call(sharedElements.remove, { params: { code: 'letter-sample' }, body: {} });
    const { status, body } = await remove();
    expect([status, body.errmsg]).toEqual([
      409,
      expect.stringMatching(/^仍在使用，不能删除：表单“群众来信登记表”/),
    ]);
    // A newer version without codes is not yet that with which orders start.
    expect((await publish(letter)).status).toBe(200);
    expect((await remove()).status).toBe(409);
    await db
      .updateTable('business_items')
      .set({ form_definition_ids: ['petition-letter:2'] })
      .where('task_code', '=', 'petition-letter')
      .execute();
    expect((await remove()).status).toBe(200);
    // An order of the earlier version stays readable, without the file.
    const { forms: started } = await office
      .as('wangfang')
      .done(catalogue.item, { params: { taskCode: 'petition-letter' } });
    expect(started.map(({ elementFiles }) => elementFiles)).toEqual([undefined]);
  });
});
