import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { catalogue } from '#contract/catalogue.ts';
import { dictionaryCalls } from '#contract/dictionaries.ts';
import { formInterfaces, type InterfaceAnswer, type InterfaceQuery } from '#contract/form-interfaces.ts';
import { forms } from '#contract/forms.ts';
import { initiation } from '#contract/initiation.ts';
import { workOrders } from '#contract/work-orders.ts';
import type { FormInterface } from '#domain/forms/interface-model.ts';
import type { FieldModel, FormModel } from '#domain/forms/model.ts';
import { clearFormCache } from '#server/modules/design/forms/service.ts';
import { readSeedJson } from '#server/seeds/office.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

/** Tests the calls of interfaces by a form, with an outside system on this machine (S2 §7, docs/decisions/0228). */

const requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
let answer: (response: ServerResponse) => void = () => undefined;
const outsideServer = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += String(part);
  requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
  answer(response);
});
outsideServer.listen(0, '127.0.0.1');
await once(outsideServer, 'listening');
const { port } = outsideServer.address() as AddressInfo;
const origin = `http://127.0.0.1:${port}`;
afterAll(() => void outsideServer.close());

const office = await testOffice({
  settings: {
    PORTAL_TRACE_ORIGINS: origin,
    PORTAL_TRACE_NETWORKS: '127.0.0.0/8',
    PORTAL_TRACE_TOKENS: `${origin}=s3cret`,
  },
});
const { db } = office.context;
const desk = openDesk(office);

const interfaces: readonly FormInterface[] = [
  {
    id: 'villages',
    title: '村社区',
    targetUrl: `${origin}/villages`,
    method: 'GET',
    dataKey: 'data.rows',
    headers: { Authorization: 'Bearer {token}' },
    requestParams: [
      { key: 'title', field: 'letterTitle' },
      { key: 'size', value: '100' },
    ],
    responseParams: [
      { key: 'code', part: 'value' },
      { key: 'name', part: 'label' },
    ],
  },
  {
    id: 'units',
    title: '工作单位',
    targetUrl: `${origin}/units`,
    method: 'POST',
    requestParams: [{ key: 'person', field: 'name' }],
  },
  {
    id: 'titles',
    title: '常用标题',
    targetUrl: `${origin}/titles`,
    method: 'GET',
    requestParams: [{ key: 'q', typed: true }],
    responseParams: [{ key: 'about', field: 'demand' }],
  },
  {
    id: 'company',
    title: '企业信息',
    targetUrl: `${origin}/company`,
    method: 'POST',
    requestParams: [{ key: 'title', field: 'letterTitle' }],
    responseParams: [
      { key: 'demand', field: 'demand' },
      { key: 'people', field: 'petitionerCount' },
    ],
  },
  { id: 'hint', title: '默认摘要', targetUrl: `${origin}/hint`, method: 'GET', dataKey: 'data.text' },
];

const changes: Readonly<Record<string, Partial<FieldModel>>> = {
  areaDetail: { 'x-component': 'select', optionsInterface: 'villages', rules: [] },
  letterTitle: { autoCompleteInterface: 'titles' },
  demand: { queryInterface: 'company', rules: [] },
  summary: { defaultValueInterface: 'hint' },
};
const seed = readSeedJson<FormModel>('forms/petition-letter.json');
const model: FormModel = {
  globalConfig: { ...seed.globalConfig, interfaces },
  schema: {
    fields: seed.schema.fields.map((field) => ({
      ...field,
      ...changes[field.id],
      ...(field.id === 'involved' && {
        columns: field.columns?.map((column) =>
          column.id === 'unit'
            ? { ...column, 'x-component': 'select', rules: [], optionsInterface: 'units' }
            : column,
        ),
      }),
    })),
  },
};
await db
  .updateTable('form_definitions')
  .set({ model: JSON.stringify(model) })
  .where('code', '=', 'petition-letter')
  .execute();
clearFormCache(db);

const villages = {
  errcode: 0,
  data: {
    rows: [
      { code: '01', name: '汾口村' },
      { code: 2, name: '鸠坑村' },
    ],
  },
};
const answerWith = (body: unknown, status = 200) => {
  answer = (response) => response.writeHead(status).end(JSON.stringify(body));
};
beforeEach(() => {
  requests.length = 0;
  answerWith(villages);
});

const params = { taskCode: 'petition-letter' };
const optionsQuery: InterfaceQuery = {
  formId: 'petition-letter:1',
  field: 'areaDetail',
  use: 'options',
  parameters: { letterTitle: '反映电梯停用' },
};
const ask = (body: Partial<InterfaceQuery> = {}, account = 'wangfang') =>
  office.as(account).call(formInterfaces.atStart, { params, body: { ...optionsQuery, ...body } });
const askOptions = async (body: Partial<InterfaceQuery> = {}) => {
  const { data } = (await ask(body)).body;
  return (data as unknown as InterfaceAnswer).options ?? [];
};

let lastNumber = 0;
const letter = (content: Record<string, unknown> = {}) =>
  petition(++lastNumber, { letterTitle: '反映电梯停用', involved: [], ...content });
const start = (content: Record<string, unknown>) =>
  office.as('wangfang').call(initiation.initiate, {
    body: letter(content).start,
  });

async function storedContent(workorderId: string) {
  const row = await db
    .selectFrom('work_order_forms')
    .select('content')
    .where('workorder_id', '=', workorderId)
    .executeTakeFirstOrThrow();
  return row.content as Record<string, unknown>;
}

describe('an interface of a form', () => {
  test('is asked by the server with method, headers, parameters and the operator’s secret (S2 §3, §7)', async () => {
    expect((await askOptions()).map(({ value, label }) => [value, label])).toEqual([
      ['01', '汾口村'],
      ['2', '鸠坑村'],
    ]);
    const [request, ...others] = requests;
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      method: 'GET',
      url: `/villages?title=${encodeURIComponent('反映电梯停用')}&size=100`,
    });
    expect(request?.headers.authorization).toBe('Bearer s3cret');
    expect(request?.headers).not.toHaveProperty('cookie');
  });

  test('lists texts by the typed text, each with the texts for other fields (S2 §7)', async () => {
    answerWith({ errcode: 0, data: [{ label: '反映物业收费', key: 'w1', about: '退还费用', secret: 'x' }] });
    const response = await ask({ field: 'letterTitle', use: 'complete', parameters: {}, text: ' 物业 ' });
    expect(requests[0]?.url).toBe(`/titles?q=${encodeURIComponent('物业')}`);
    expect(response.body.data).toEqual({
      options: [{ value: 'w1', label: '反映物业收费', sign: '', fills: { demand: '退还费用' } }],
    });
  });

  test('fills other fields, gives a default, and serves the cells of a row', async () => {
    answerWith({ errcode: 0, data: { demand: '恢复运行', people: 12, secret: 'x' } });
    const company = await ask({ field: 'demand', use: 'query' });
    expect(company.body.data).toEqual({ fills: { demand: '恢复运行', petitionerCount: '12' } });
    answerWith({ errcode: 0, data: { text: '来信反映：' } });
    const hint = await ask({ field: 'summary', use: 'default', parameters: {} });
    expect(hint.body.data).toEqual({ fills: { summary: '来信反映：' } });
    answerWith({ errcode: 0, data: [{ value: 'u1', label: '县供电公司' }] });
    const units = await askOptions({ field: 'involved[].unit', parameters: { name: '王某' } });
    expect(units[0]).toMatchObject({ value: 'u1', label: '县供电公司' });
    expect(requests.at(-1)).toMatchObject({ method: 'POST', body: '{"person":"王某"}' });
  });

  test('keeps its address, headers, fixed values and answers from every reader', async () => {
    answerWith({ errcode: 1, errmsg: 'internal s3cret', data: [] });
    const page = await office.as('wangfang').call(catalogue.item, { params });
    const order = await desk.start('zhangwei', letter());
    const texts = [
      page.text,
      (await ask()).text,
      (await office.as('zhangwei').call(workOrders.forms, { params: { workorderId: order.id } })).text,
      (await office.as('zhangwei').call(dictionaryCalls.formModel, { params: { code: 'petition-letter' } }))
        .text,
    ];
    for (const text of texts) {
      expect(text).not.toContain(origin);
      expect(text).not.toContain('s3cret');
      expect(text).not.toContain('Bearer');
    }
    expect(texts[2]).toContain('optionsInterface');
  });

  test.each([
    ['errcode 1', () => answerWith({ errcode: 1, data: { rows: [] } }), '接口没有给出结果'],
    [
      'data that is no list',
      () => answerWith({ errcode: 0, data: { rows: { a: 1 } } }),
      '接口的应答里没有选项列表',
    ],
    [
      'a wrong option',
      () => answerWith({ errcode: 0, data: { rows: [{ name: '无' }] } }),
      '接口给出的第1个选项无法识别',
    ],
    ['HTML', () => (answer = (response) => response.end('<html>')), '接口的应答无法识别'],
    ['status 500', () => answerWith({}, 500), '接口应答异常（500）'],
    ['2 MB', () => (answer = (response) => response.end(' '.repeat(2_100_000))), '接口的应答过长'],
    [
      '2,001 options',
      () =>
        answerWith({
          errcode: 0,
          data: { rows: Array.from({ length: 2001 }, (_, i) => ({ code: i, name: '村' })) },
        }),
      '接口给出的选项超过2000项',
    ],
  ])('is refused with 查询异常 after %s (S2 §8)', async (_, prepare, reason) => {
    prepare();
    const { status, body } = await ask();
    expect([status, body.errmsg]).toEqual([409, `查询异常：${reason}`]);
  });

  test('has 40 seconds to answer (S2 §7)', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    answer = (response) => void response.write('{', () => begin());
    const controller = new AbortController();
    const timeouts: number[] = [];
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      timeouts.push(milliseconds);
      return controller.signal;
    });
    try {
      const result = ask();
      await begun;
      controller.abort();
      expect((await result).body.errmsg).toBe('查询异常：接口在 40 秒内没有应答');
      expect(timeouts).toEqual([40_000]);
    } finally {
      timeout.mockRestore();
    }
  });

  test('is asked only by people who may fill the field in', async () => {
    expect((await ask({}, 'xiaohan')).status).toBe(403);
    expect((await ask({ field: 'investigation' })).status).toBe(404);
    expect((await ask({ field: '__proto__', use: 'options' })).status).toBe(404);
    expect((await ask({ formId: 'work-permit:1' })).status).toBe(404);
    const order = await desk.start('zhangwei', letter());
    const inOrder = (account: string) =>
      office.as(account).call(formInterfaces.ofOrder, {
        params: { workorderCode: order.code },
        body: optionsQuery,
      });
    expect((await inOrder('chenjing')).status).toBe(404);
    expect(requests).toEqual([]);
    expect((await inOrder('liuyang')).status).toBe(200);
    await desk.press('liuyang', order, 'receive', 'receive');
    // Only a reader, and a handler whose node does not fill the field in.
    expect((await inOrder('liuyang')).status).toBe(403);
    expect((await inOrder('zhaomin')).status).toBe(403);
    expect(requests).toHaveLength(1);
  });

  test('is asked at most 120 times a minute by one person', async () => {
    for (let count = 0; count < 120; count += 1) await ask({}, 'panguohua');
    expect([requests.length, (await ask({}, 'panguohua')).status]).toEqual([120, 429]);
  });
});

describe('a choice of a remote list', () => {
  test('is stored with its label, without the signature', async () => {
    const [offered] = await askOptions();
    const { status, body } = await start({ areaDetail: [offered] });
    expect([status, body.problems]).toEqual([200, undefined]);
    const { workorderId } = body.data as unknown as { workorderId: string };
    expect((await storedContent(workorderId)).areaDetail).toEqual([{ value: '01', label: '汾口村' }]);
  });

  test.each<[string, (offered: { value: string; label: string; sign: string }) => object]>([
    ['an invented value', (offered) => ({ ...offered, value: '99' })],
    ['an invented label', (offered) => ({ ...offered, label: '别处' })],
    ['no signature', ({ value, label }) => ({ value, label })],
    ['a wrong signature', (offered) => ({ ...offered, sign: `${offered.sign.slice(0, -2)}AA` })],
    ['another time', (offered) => ({ ...offered, sign: offered.sign.replace(/^[^.]+/, 'zzzzzz') })],
  ])('is refused with %s', async (_, change) => {
    const [offered] = await askOptions();
    const { body } = await start({ areaDetail: [offered && change(offered)] });
    expect(body.problems).toEqual([
      { field: 'petition-letter.areaDetail', message: '详细地点的选项已变动，请重新选择' },
    ]);
  });

  test('is refused for other parameters, in another field, and after a week', async () => {
    const [offered] = await askOptions();
    const [forOther] = await askOptions({ parameters: { letterTitle: '另一标题' } });
    expect((await start({ areaDetail: [forOther] })).status).toBe(400);
    const row = { name: '王某', relation: 'witness', unit: [offered] };
    expect((await start({ involved: [row] })).body.problems).toContainEqual({
      field: 'petition-letter.involved[0].unit',
      message: '工作单位的选项已变动，请重新选择',
    });
    const before = office.clock.now;
    try {
      office.clock.now = new Date(before.getTime() + 8 * 86_400_000);
      expect((await start({ areaDetail: [offered] })).status).toBe(400);
    } finally {
      office.clock.now = before;
    }
  });

  test('of a row is accepted with the parameters of its row', async () => {
    answerWith({ errcode: 0, data: [{ value: 'u1', label: '县供电公司' }] });
    const [unit] = await askOptions({ field: 'involved[].unit', parameters: { name: '王某' } });
    const row = { name: '王某', relation: 'witness', unit: [unit] };
    const { body } = await start({ involved: [row, { ...row, name: '李某' }] });
    expect(body.problems?.map(({ field }) => field)).toEqual(['petition-letter.involved[1].unit']);
  });
});

describe('the test of an interface', () => {
  const json = JSON.stringify(model);
  const body = { json, field: 'areaDetail', use: 'options', parameters: { letterTitle: '电梯' } };

  test('shows its author the answer and the result, and other people nothing', async () => {
    const shown = await office.as('xiaohan').done(formInterfaces.try, { body });
    expect(shown.fault).toBe('');
    expect(shown.answer).toContain('汾口村');
    expect(shown.options?.map(({ label }) => label)).toEqual(['汾口村', '鸠坑村']);
    answerWith({ errcode: 7, errmsg: '参数有误' });
    const failed = await office.as('xiaohan').done(formInterfaces.try, { body });
    expect(failed.fault).toBe('接口没有给出结果');
    expect(failed.answer).toContain('参数有误');
    expect((await office.as('wangfang').call(formInterfaces.try, { body })).status).toBe(403);
  });

  test('a check warns of a system that the operator has not allowed, and refuses parameters that name no field', async () => {
    const check = (changed: Partial<FormInterface>) =>
      office.as('xiaohan').done(forms.check, {
        body: {
          json: JSON.stringify({
            ...model,
            globalConfig: {
              ...model.globalConfig,
              interfaces: [{ ...interfaces[0], ...changed }, ...interfaces.slice(1)],
            },
          }),
        },
      });
    const warned = await check({ targetUrl: 'https://other.example.cn/x' });
    expect(warned.problems).toEqual([]);
    expect(warned.hints).toContainEqual({
      field: 'globalConfig.interfaces.villages',
      message:
        '接口“村社区”的系统“https://other.example.cn”尚未由运维人员允许，允许之前填写人会看到“查询异常”',
    });
    const refused = await check({ requestParams: [{ key: 'a', field: 'noSuch' }] });
    expect(refused.problems).toContainEqual({
      field: 'areaDetail',
      message: '接口“村社区”的参数引用了不存在的字段“noSuch”',
    });
    const headers = await check({ headers: { Host: 'evil', 'X-A': 'b\r\nX-C: d' } });
    expect(headers.problems.map(({ message }) => message)).toEqual([
      '接口“村社区”：不能设置请求头“Host”',
      '接口“村社区”：请求头“X-A”的值只能是可见的英文字符',
    ]);
  });
});
