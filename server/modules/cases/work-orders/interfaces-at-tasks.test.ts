import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { formInterfaces, type InterfaceAnswer, type InterfaceQuery } from '#contract/form-interfaces.ts';
import { handling } from '#contract/handling.ts';
import { taskDrafts } from '#contract/task-drafts.ts';
import { workOrders } from '#contract/work-orders.ts';
import type { FormInterface } from '#domain/forms/interface-model.ts';
import type { FieldModel, FormModel } from '#domain/forms/model.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { clearFormCache } from '#server/modules/design/forms/service.ts';
import { readSeedJson } from '#server/seeds/office.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

/** Tests interfaces of forms at tasks: drafts, read-only and hidden fields (S2 §7, docs/decisions/0228). */

const urls: string[] = [];
let answer: (response: ServerResponse) => void = () => undefined;
const outsideServer = createServer((request, response) => {
  urls.push(request.url ?? '');
  answer(response);
});
outsideServer.listen(0, '127.0.0.1');
await once(outsideServer, 'listening');
const origin = `http://127.0.0.1:${(outsideServer.address() as AddressInfo).port}`;
afterAll(() => {
  outsideServer.closeAllConnections();
  outsideServer.close();
});

const office = await testOffice({
  settings: { PORTAL_TRACE_ORIGINS: origin, PORTAL_TRACE_NETWORKS: '127.0.0.0/8' },
});
const { db } = office.context;
const desk = openDesk(office);
const formId = 'petition-letter:1';

const interfaces: readonly FormInterface[] = [
  {
    id: 'villages',
    title: '村社区',
    targetUrl: `${origin}/villages`,
    method: 'GET',
    requestParams: [
      { key: 'title', field: 'letterTitle' },
      { key: 'found', field: 'investigation' },
    ],
  },
  {
    id: 'place',
    title: '地点信息',
    targetUrl: `${origin}/place`,
    method: 'GET',
    responseParams: ['problemCategory', 'demand', 'investigation'].map((field) => ({ key: field, field })),
  },
  {
    id: 'posts',
    title: '职务',
    targetUrl: `${origin}/posts`,
    method: 'GET',
    requestParams: [{ key: 'q', typed: true }],
    responseParams: ['unit', 'demand'].map((field) => ({ key: field, field })),
  },
];
const seed = readSeedJson<FormModel>('forms/petition-letter.json');
const withInterfaces = (field: FieldModel): FieldModel => {
  if (field.id === 'areaDetail')
    return {
      ...field,
      'x-component': 'select',
      rules: [],
      optionsInterface: 'villages',
      queryInterface: 'place',
    };
  if (field.id !== 'involved') return field;
  const columns = field.columns?.map((column) =>
    column.id === 'post' ? { ...column, autoCompleteInterface: 'posts' } : column,
  );
  return { ...field, columns };
};
const model: FormModel = {
  globalConfig: { ...seed.globalConfig, interfaces },
  schema: { fields: seed.schema.fields.map(withInterfaces) },
};
await db
  .updateTable('form_definitions')
  .set({ model: JSON.stringify(model) })
  .where('code', '=', 'petition-letter')
  .execute();
clearFormCache(db);

const answerWith = (data: unknown) => {
  answer = (response) => response.end(JSON.stringify({ errcode: 0, data }));
};
beforeEach(() => {
  urls.length = 0;
  answerWith([
    { value: '01', label: '汾口村' },
    { value: '02', label: '鸠坑村' },
  ]);
});

const letterTitle = '反映电梯停用';
let lastNumber = 0;
const start = () => desk.start('zhangwei', petition(++lastNumber, { letterTitle, involved: [] }));

const ask = (order: StartedOrder, query: Partial<InterfaceQuery> = {}) =>
  office.as('liuyang').call(formInterfaces.ofOrder, {
    params: { workorderCode: order.code },
    body: { formId, field: 'areaDetail', use: 'options', parameters: { letterTitle }, ...query },
  });

async function optionsFor(order: StartedOrder) {
  const { options = [] } = (await ask(order)).body.data as unknown as InterfaceAnswer;
  const [first, second] = options;
  if (!first || !second) throw new Error('No options');
  return [first, second] as const;
}

const stage = (order: StartedOrder, content: Record<string, unknown>) =>
  office.as('liuyang').call(taskDrafts.draftForms, {
    params: { workorderId: order.id },
    body: { workorderForms: [{ id: formId, content }], handlerOpinion: '' },
  });

async function shownContent(order: StartedOrder) {
  const { forms } = await office
    .as('liuyang')
    .done(workOrders.detailPage, { params: { workorderCode: order.code } });
  return forms[0]?.content ?? {};
}

const receive = (order: StartedOrder, content: Record<string, unknown>) =>
  desk.tryPress('liuyang', order, 'receive', 'receive', { workorderForms: [{ formId, content }] });

const contentRow = ({ id }: StartedOrder) =>
  db
    .selectFrom('work_order_forms')
    .select('content')
    .where('workorder_id', '=', id)
    .executeTakeFirstOrThrow()
    .then(({ content }) => content as Record<string, unknown>);

describe('a choice of a remote list that was typed earlier', () => {
  const refused = [{ field: 'petition-letter.areaDetail', message: '详细地点的选项已变动，请重新选择' }];

  test('in a draft can be saved and sent again, also after a week', async () => {
    const order = await start();
    const [offered, other] = await optionsFor(order);
    const { sign: _, ...choice } = offered;
    expect((await stage(order, { areaDetail: [choice] })).body.problems).toEqual(refused);
    expect((await stage(order, { areaDetail: [offered] })).status).toBe(200);
    office.clock.forward(8 * 86_400_000);
    const { areaDetail } = await shownContent(order);
    expect(areaDetail).toEqual([choice]);
    expect((await stage(order, { areaDetail })).status).toBe(200);
    const { sign: __, ...otherChoice } = other;
    expect((await receive(order, { areaDetail: [otherChoice] })).body.problems).toEqual(refused);
    expect((await receive(order, { areaDetail })).body.problems).toBeUndefined();
    expect((await contentRow(order)).areaDetail).toEqual([choice]);
  });

  test('and kept by a return can be sent', async () => {
    const order = await start();
    const [offered] = await optionsFor(order);
    await desk.press('liuyang', order, 'receive', 'return', {
      backNodeIds: 'start',
      workorderForms: [{ formId, content: { areaDetail: [offered] } }],
    });
    await desk.resubmit('zhangwei', order);
    const { areaDetail } = await shownContent(order);
    expect(areaDetail).toEqual([{ value: '01', label: '汾口村' }]);
    expect((await receive(order, { areaDetail })).body.problems).toBeUndefined();
  });
});

test('an invented choice of a remote list is refused by the preview as by the action (S2 §7)', async () => {
  const order = await start();
  const [offered] = await optionsFor(order);
  const invented = [{ ...offered, label: '别处' }];
  const refused = {
    errcode: refusalRow.formInvalid.errcode,
    problems: [{ field: 'petition-letter.areaDetail', message: '详细地点的选项已变动，请重新选择' }],
  };
  const traceId = await desk.traceAt(order, 'receive');
  const preview = (areaDetail: unknown) =>
    office.as('liuyang').call(handling.previewAction, {
      body: {
        workorderId: order.id,
        traceId,
        buttonId: 'receive',
        workorderForms: [{ formId, content: { areaDetail } }],
      },
    });
  expect((await preview(invented)).body).toMatchObject(refused);
  expect((await receive(order, { areaDetail: invented })).body).toMatchObject(refused);
  expect((await preview([offered])).status).toBe(200);
});

test('of eight queries of a person at the same time, four are refused', async () => {
  const order = await start();
  const waiting: ServerResponse[] = [];
  answer = (response) => waiting.push(response);
  const results = Array.from({ length: 8 }, () => ask(order));
  let refused = 0;
  for (const result of results) result.then(({ status }) => (refused += status === 429 ? 1 : 0));
  await vi.waitFor(() => expect(waiting.length + refused).toBe(8), 10_000);
  for (const response of waiting) response.end('{"errcode":0,"data":[]}');
  await Promise.all(results);
  expect([waiting.length, refused]).toEqual([4, 4]);
  answerWith([]);
  expect((await ask(order)).status).toBe(200);
});

test('the try of an answer with deep lists shows its beginning', async () => {
  const json = JSON.stringify(model);
  const body = { json, field: 'areaDetail', use: 'options' as const, parameters: {} };
  const deep = 500_000;
  answer = (response) => response.end(`{"errcode":0,"data":${'['.repeat(deep)}${']'.repeat(deep)}}`);
  const shown = await office.as('xiaohan').done(formInterfaces.try, { body });
  expect(shown.fault).toBe('接口给出的第1个选项无法识别');
  expect(shown.answer.startsWith('{\n  "errcode": 0,\n  "data": [\n    [\n      [')).toBe(true);
  expect(shown.answer).toHaveLength(4000);
});

test('an answer fills only fields that the person may edit at the node', async () => {
  const order = await start();
  answerWith({ problemCategory: 'urban', demand: '退款', investigation: '内部' });
  const { body } = await ask(order, { use: 'query', parameters: {} });
  expect(body.data).toEqual({ fills: { problemCategory: 'urban' } });
  answerWith([{ value: 'p', label: '主任', unit: '村委会', demand: '退款' }]);
  const posts = await ask(order, { field: 'involved[].post', use: 'complete', parameters: {}, text: '主' });
  expect(posts.body.data).toEqual({
    options: [{ value: 'p', label: '主任', sign: '', fills: { unit: '村委会' } }],
  });
});

test('a parameter that the person does not see has its stored value, also when the choice is sent', async () => {
  const order = await start();
  const content = { ...(await contentRow(order)), investigation: '已核实' };
  await db
    .updateTable('work_order_forms')
    .set({ content: JSON.stringify(content) })
    .where('workorder_id', '=', order.id)
    .execute();
  const [offered] = await optionsFor(order);
  expect(new URL(urls[0] ?? '', origin).searchParams.get('found')).toBe('已核实');
  await ask(order, { parameters: { letterTitle: '别的', investigation: '别的' } });
  expect(urls[1]).toBe(urls[0]);
  expect((await receive(order, { areaDetail: [offered] })).body.problems).toBeUndefined();
});
