import { afterAll, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { initiation } from '#contract/initiation.ts';
import { workOrders } from '#contract/work-orders.ts';
import type { FieldModel, FormModel } from '#domain/forms/model.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { clearFormCache } from '#server/modules/design/forms/service.ts';
import { storeFile } from '#server/modules/records/files/service.ts';
import { readSeedJson } from '#server/seeds/office.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

/** Tests signatures, applicants and handlers in the form of an order (S1 §3, S2 §2, §5). */

const office = await testOffice();
const { db } = office.context;
const model = readSeedJson<FormModel>('forms/petition-letter.json');
const kinds: Record<string, FieldModel> = {
  areaDetail: { id: 'areaDetail', title: '签名', 'x-component': 'signature' },
  attachments: { id: 'attachments', title: '代理人', 'x-component': 'applicant' },
  features: { id: 'features', title: '经办人', 'x-component': 'handler' },
};
const fields = model.schema.fields.map((field) => kinds[field.id] ?? field);
await db
  .updateTable('form_definitions')
  .set({ model: JSON.stringify({ ...model, schema: { fields } }) })
  .where('code', '=', 'petition-letter')
  .execute();
clearFormCache(db);
const desk = openDesk(office);

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

const person = { name: '张三丰', certCategory: '10', certCode: '11010519491231002X', mobile: '13800138000' };
const masked = { name: '**丰', certCategory: '10', certCode: '**************002X', mobile: '138****8000' };
const typed = { attachments: person, features: [] };

async function signatureOf(account: string, name = '签名.png') {
  const actor = await getActor(office.context, account);
  const file = { name, bytes: Buffer.alloc(10, 1), contentType: 'image/png' };
  const { id, size } = await storeFile(office.context, actor, file, 'test');
  return { id, name, size };
}

async function contentOf({ code }: StartedOrder, account: string): Promise<Record<string, unknown>> {
  const { text } = await office.as(account).call(workOrders.detailPage, { params: { workorderCode: code } });
  return JSON.parse(text).data.forms[0].content;
}

const orderOfFile = async (id: string) =>
  (await db.selectFrom('files').select('workorder_id').where('id', '=', id).executeTakeFirst())?.workorder_id;

let lastNumber = 0;
const startData = (content: Record<string, unknown>) =>
  petition(++lastNumber, { ...typed, areaDetail: [], ...content });
const problemsOf = async (content: Record<string, unknown>) => {
  const { text } = await office.as('zhangwei').call(initiation.initiate, { body: startData(content).start });
  return (JSON.parse(text).problems as { message: string }[]).map(({ message }) => message);
};

test('a changed signature is a new file, and the order keeps the old one (S2 §2)', async () => {
  const [first, second] = [await signatureOf('zhangwei'), await signatureOf('zhangwei', '签名2.png')];
  const order = await desk.start('zhangwei', startData({ areaDetail: [first] }));
  expect(await orderOfFile(first.id)).toBe(order.id);
  expect((await contentOf(order, 'liuyang')).areaDetail).toMatchObject([{ id: first.id, name: '签名.png' }]);
  await office
    .as('zhangwei')
    .done(handling.recall, { params: { workorderCode: order.code }, body: { reason: '' } });
  await desk.resubmit('zhangwei', order, { ...typed, areaDetail: [second] });
  expect((await contentOf(order, 'liuyang')).areaDetail).toMatchObject([{ id: second.id }]);
  expect(await orderOfFile(first.id)).toBe(order.id);
});

test('an applicant is stored encrypted, masked for readers, and corrected part by part (S2 §3)', async () => {
  const order = await desk.start('zhangwei', startData({}));
  const stored = await db
    .selectFrom('work_order_forms')
    .select('content')
    .where('workorder_id', '=', order.id)
    .executeTakeFirstOrThrow();
  expect(stored.content.attachments).toEqual({ sealed: expect.any(String) });
  expect((await contentOf(order, 'liuyang')).attachments).toEqual(masked);
  await office
    .as('zhangwei')
    .done(handling.recall, { params: { workorderCode: order.code }, body: { reason: '' } });
  const attachments = { ...masked, mobile: '13900139000' };
  await desk.resubmit('zhangwei', order, { features: [], attachments });
  const { text } = await office
    .as('liuyang')
    .call(workOrders.revealForms, { params: { workorderCode: order.code } });
  expect(text).toContain(JSON.stringify('11010519491231002X'));
  expect(text).toContain(JSON.stringify('13900139000'));
});

test('wrong values are refused, whatever the browser checked (S2 §5)', async () => {
  const mine = await signatureOf('zhangwei');
  const text = await desk.paper('zhangwei', '签名.pdf');
  const foreign = await signatureOf('liuyang');
  const twice = [mine, await signatureOf('zhangwei')];
  expect(await problemsOf({ areaDetail: [text] })).toEqual(['格式错误！请重新上传']);
  expect(await problemsOf({ areaDetail: twice })).toEqual(['附件数量不得超过1个！请重新上传']);
  expect(await problemsOf({ areaDetail: [foreign] })).toEqual(['附件不存在或已失效，请重新上传']);
  expect(await problemsOf({ attachments: { ...person, mobile: '138' } })).toEqual(['请输入正确的手机号']);
  expect(await problemsOf({ attachments: masked })).toEqual(['代理人仍为脱敏内容，请重新填写']);
});

test('a handler has the name of the directory, and one who has left cannot be chosen (S1 §3)', async () => {
  const { staffId } = await getActor(office.context, 'liuyang');
  const handler = [{ handlerType: 1, candidateCode: staffId, candidateName: '假名' }];
  const order = await desk.start('zhangwei', startData({ features: handler }));
  expect((await contentOf(order, 'zhangwei')).features).toEqual([{ ...handler[0], candidateName: '刘洋' }]);
  const { id } = await db
    .selectFrom('staff')
    .select('id')
    .where('disabled_at', 'is not', null)
    .executeTakeFirstOrThrow();
  const left = [{ handlerType: 1, candidateCode: id, candidateName: '江涛' }];
  expect(await problemsOf({ features: left })).toEqual(['没有办理人“江涛”，请重新选择']);
});
