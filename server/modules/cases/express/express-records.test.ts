import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { express } from '#contract/express.ts';
import { expressRecords } from '#contract/express-records.ts';
import { outputRecords } from '#contract/output-records.ts';
import { sideRecords } from '#contract/side-records.ts';
import { workOrders } from '#contract/work-orders.ts';
import { localDateOf, startOfDay } from '#domain/calendar/local-date.ts';
import { createEmsGateway } from '#server/adapters/gateways/express/ems.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { deliverNotices } from '#server/modules/cases/handling/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { type EmsRow, expressAccount, openExpressStub, signedPush } from '#test/world/express-stub.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { petition } from '#test/world/start-data.ts';
import { askCarrier } from './service.ts';

/** Express items and certificates as records of orders (docs/decisions/0236). */

const office = await testOffice({
  settings: {
    EXPRESS_PROVIDER: 'ems',
    EXPRESS_ORIGIN: 'https://express.invalid',
    EXPRESS_APP_ID: expressAccount.appId,
    EXPRESS_SECRET: expressAccount.secret,
  },
});
const { context, clock } = office;
const { db } = context;
const stub = await openExpressStub(() => clock.now);
afterAll(() => stub.close());
const { desk, start } = openPetitionDesk(office);
const gateway = createEmsGateway({ kind: 'ems', origin: stub.origin, ...expressAccount }, () => clock.now);
const ask = () => askCarrier({ ...context, express: gateway });
const setRecords = (settings: object) =>
  db
    .updateTable('business_items')
    .set({ record_settings: JSON.stringify(settings) })
    .where('task_code', '=', 'petition-letter')
    .execute();
const offered = {
  express: { toApplicant: true, fromApplicant: true },
  output: { ways: ['window', 'post', 'online'], names: ['告知书'] },
};
await setRecords(offered);

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
  expect((await verifyAudit(db, context.crypto)).findings).toEqual([]);
});

const minutes = 60_000;
const party = { name: '余小利', phone: '13800016620', address: '淳安县汾口镇商业街 8 号' };
const item = { carrier: '中国邮政 EMS', contents: '告知书 1 份', party };
const send = (account: string, { code, id }: StartedOrder, body: object = {}, key = randomUUID()) =>
  office.as(account).call(expressRecords.command, {
    params: { workorderCode: code },
    body: { command: 'send', traceId: `${id}.2`, ...item, ...body } as never,
    key,
  });
const give = (account: string, { code }: StartedOrder, body: object) =>
  office.as(account).call(expressRecords.command, { params: { workorderCode: code }, body: body as never });
const output = (account: string, { code, id }: StartedOrder, body: object) =>
  office.as(account).call(outputRecords.command, {
    params: { workorderCode: code },
    body: { command: 'issue', traceId: `${id}.2`, ...body } as never,
  });
const recordsOf = async ({ code }: StartedOrder, account = 'liuyang') =>
  (await office.as(account).done(sideRecords.list, { params: { workorderCode: code } })).records;
const itemsOf = ({ id }: StartedOrder) =>
  db.selectFrom('express_items').selectAll().where('workorder_id', '=', id).orderBy('ordered_at').execute();
const tracesOf = async ({ code }: StartedOrder) =>
  (await office.as('liuyang').done(workOrders.traces, { params: { workorderCode: code } })).rows;
const told = async ({ id }: StartedOrder) => {
  await deliverNotices(context);
  const rows = await db
    .selectFrom('outbound_messages')
    .select('content')
    .where('workorder_id', '=', id)
    .where('cause', 'like', 'record.%')
    // All have the time of the stopped clock; the first of a cause is the shorter version of the order.
    .orderBy((row) => row.fn('length', ['cause']))
    .orderBy('cause')
    .execute();
  return rows.map(({ content }) => content.replace(/办件流水号：.*/, ''));
};
const emsRow = (mailnum: string, action: string, more: Partial<EmsRow> = {}): EmsRow => {
  const inChina = new Date(clock.now.getTime() + 8 * 60 * minutes).toISOString();
  return {
    mailnum,
    procdate: inChina.slice(0, 10).replaceAll('-', ''),
    proctime: inChina.slice(11, 19).replaceAll(':', ''),
    action,
    ...more,
  };
};
const push = async (...rows: EmsRow[]) => {
  const message = signedPush(rows, clock.now);
  const answer = await office.app.fastify.inject({ method: 'POST', url: '/api/express/pushes', ...message });
  expect(answer.json()).toMatchObject({ success: '1' });
  await ask();
};

describe('an item to the applicant', () => {
  test('is ordered, followed and delivered; the record, the trace and the applicant say so (S1 §3)', async () => {
    const order = await start();
    const response = await send('liuyang', order);
    expect(response.body.data, response.text).toMatchObject({ message: '“快递寄出”已完成' });
    expect(await recordsOf(order)).toMatchObject([{ kind: 'express', stateName: '待揽收', isOpen: true }]);
    expect(JSON.stringify(await recordsOf(order))).not.toContain('余小利');
    await ask();
    const [row] = await itemsOf(order);
    const mailNum = row?.mail_num ?? '';
    expect(mailNum).toBe(stub.accepted.get(row?.id ?? ''));
    expect(await recordsOf(order)).toMatchObject([
      { stateName: '寄送中', data: { mailNum, status: '1001' } },
    ]);
    clock.forward(60 * minutes);
    await push(emsRow(mailNum, '20', { description: '收件人不在' }));
    expect(await recordsOf(order)).toMatchObject([{ stateName: '寄送中', data: { status: '20' } }]);
    clock.forward(60 * minutes);
    await push(emsRow(mailNum, '10', { description: '本人签收' }));
    const servedAt = new Date(clock.now.getTime()).toISOString();
    expect(await recordsOf(order)).toMatchObject([
      { stateName: '已送达', isOpen: false, data: { status: '10', deliveredAt: servedAt } },
    ]);
    const rows = await tracesOf(order);
    expect(rows.find(({ flowNodeId }) => flowNodeId === 'receive')?.expresses).toMatchObject([
      { mailNum, send_type: '1', status: '10', statusName: '已妥投', serviceTime: servedAt },
    ]);
    expect(await told(order)).toEqual([
      `您的材料已由中国邮政 EMS寄出，运单号${mailNum}。`,
      `您的快递${mailNum}已妥投。`,
    ]);
  });

  test('goes to the order’s applicant if no other address is given, and is repeated by its key', async () => {
    const order = await start();
    const key = randomUUID();
    const first = await send('liuyang', order, { party: null, mailNum: 'EM 1000-0001' }, key);
    expect(first.body.errcode, first.text).toBe(0);
    expect((await send('liuyang', order, { party: null, mailNum: 'EM 1000-0001' }, key)).text).toBe(
      first.text,
    );
    const items = await itemsOf(order);
    expect(items).toMatchObject([{ mail_num: 'EM10000001', state: 'moving' }]);
    const { receiver } = JSON.parse(context.crypto.open(items[0]?.parties_sealed ?? ''));
    const { applyer } = petition(2).start;
    expect(receiver).toMatchObject({ name: applyer.name, phone: applyer.mobile });
    expect(receiver.address.endsWith(applyer.detailAddress)).toBe(true);
  });

  test('reports all problems of its input at once, also that the number is taken', async () => {
    const order = await start();
    const response = await send('liuyang', order, {
      carrier: '顺丰速运',
      contents: ' ',
      mailNum: 'EM10000001',
      party: { name: '', phone: '12', address: '长'.repeat(201) },
    });
    expect(response.body.problems).toEqual([
      { field: 'contents', message: '请填写内件' },
      { field: 'party.name', message: '请填写姓名' },
      { field: 'party.phone', message: '请填写正确的手机号或固定电话' },
      { field: 'party.address', message: '地址不能超过200个字符' },
      { field: 'mailNum', message: '该运单号已经登记' },
    ]);
    const pickup = await send('liuyang', order, { carrier: '顺丰速运' });
    expect(pickup.body.problems).toEqual([
      { field: 'mailNum', message: '“顺丰速运”不能由系统下单，请填写运单号' },
    ]);
    expect(await itemsOf(order)).toEqual([]);
    expect(await recordsOf(order)).toEqual([]);
  });

  test('is refused to people without the task or the permission, and by items that do not send', async () => {
    const order = await start();
    expect((await send('wujianguo', order)).body.errcode).toBe(40310);
    await setRecords({});
    const response = await send('liuyang', order);
    await setRecords(offered);
    expect(response.body).toMatchObject({ errmsg: '该事项未开通快递' });
    expect(await itemsOf(order)).toEqual([]);
  });

  test('that was stopped before its record leaves nothing; after its record it goes on', async () => {
    const order = await start();
    await send('liuyang', order, { mailNum: 'EM10000003' });
    const [row] = await itemsOf(order);
    await db.updateTable('express_items').set({ state: 'draft', next_ask_at: null }).execute();
    await db
      .insertInto('express_items')
      .values({
        ...(row as NonNullable<typeof row>),
        id: randomUUID(),
        mail_num: 'EM10000004',
        state: 'draft',
      })
      .execute();
    clock.forward(6 * minutes);
    await ask();
    expect(await itemsOf(order)).toMatchObject([{ mail_num: 'EM10000003', state: 'moving' }]);
  });

  test('that is cancelled frees its number and is not asked for any more', async () => {
    const order = await start();
    await send('liuyang', order, { mailNum: 'EM10000005' });
    const cancelled = await give('liuyang', order, { command: 'cancel', recordId: 1, reason: '单号填错' });
    expect(cancelled.body.errcode, cancelled.text).toBe(0);
    await ask();
    expect(await itemsOf(order)).toMatchObject([{ state: 'cancelled', mail_num: null, next_ask_at: null }]);
    expect((await send('liuyang', order, { mailNum: 'EM10000005' })).body.errcode).toBe(0);
    expect(await recordsOf(order)).toMatchObject([{ stateName: '寄送中' }, { stateName: '已取消' }]);
  });

  test('that the carrier refuses says why to the person who opened it', async () => {
    const order = await start();
    await db.updateTable('express_items').set({ next_ask_at: null }).execute();
    await send('liuyang', order);
    stub.behaviours.push('refuses');
    await ask();
    expect(await recordsOf(order)).toMatchObject([
      { stateName: '未接单', data: { fault: '收件地址超出服务范围' } },
    ]);
  });

  test('may be opened and goes on after the order has ended', async () => {
    const order = await start();
    await send('liuyang', order, { mailNum: 'EM10000006' });
    await desk.press('liuyang', order, 'receive', 'void');
    const late = await send('zhangwei', order, { traceId: null, mailNum: 'EM10000007' });
    expect(late.body.errcode, late.text).toBe(0);
    clock.forward(60 * minutes);
    await push(emsRow('EM10000006', '10'), emsRow('EM10000007', '20', { description: '拒收，退回寄件人' }));
    expect(await recordsOf(order)).toMatchObject([{ stateName: '已退回' }, { stateName: '已送达' }]);
  });
});

describe('an item from the applicant', () => {
  test('that arrives at the window is received by hand, and later news do not change that (S1 §3)', async () => {
    const order = await start();
    const opened = await send('liuyang', order, { command: 'expect', mailNum: 'EM10000010' });
    expect(opened.body.errcode, opened.text).toBe(0);
    clock.forward(60 * minutes);
    const late = new Date(clock.now.getTime() + minutes).toISOString();
    const wrong = await give('liuyang', order, { command: 'receive', recordId: 1, at: late, reason: '' });
    expect(wrong.body.problems).toEqual([
      { field: 'at', message: '签收时间不能晚于现在' },
      { field: 'reason', message: '请填写签收情况' },
    ]);
    // Days are those of China: before eight o'clock it is still the day before in UTC.
    const registered = localDateOf(clock.now);
    const dawn = new Date(startOfDay(registered).getTime() + 30 * minutes);
    const receipt = { command: 'receive', recordId: 1, reason: '' };
    const problemsAt = async (time: Date) =>
      (await give('liuyang', order, { ...receipt, at: time.toISOString() })).body.problems?.map(
        ({ field }) => field,
      );
    expect(await problemsAt(dawn)).toEqual(['reason']);
    expect(await problemsAt(new Date(dawn.getTime() - 60 * minutes))).toEqual(['at', 'reason']);
    const at = clock.now.toISOString();
    const received = await give('liuyang', order, {
      command: 'receive',
      recordId: 1,
      at,
      reason: '窗口签收',
    });
    expect(received.body.errcode, received.text).toBe(0);
    await push(emsRow('EM10000010', '51'));
    expect(await recordsOf(order)).toMatchObject([
      { stateName: '已送达', data: { sendType: '2', deliveredAt: at, byHand: true } },
    ]);
    expect(await told(order)).toEqual([]);
  });
});

describe('certificates', () => {
  const outputs = [{ name: '信访事项告知书', number: '淳信告〔2026〕1号', copies: 2 }];

  test('are issued and collected at the window by an agent against signature and power of attorney (S1 §4: 14001)', async () => {
    const order = await start();
    const issued = await output('liuyang', order, { outputs, way: 'window' });
    expect(issued.body.errcode, issued.text).toBe(0);
    const collect = { command: 'collect', traceId: null, recordId: 1 };
    const empty = { collector: 'agent', name: '', certCode: '330127199001010000', relation: '' };
    expect((await output('liuyang', order, { ...collect, ...empty })).body.problems).toEqual([
      { field: 'name', message: '请填写领取人姓名' },
      { field: 'certCode', message: '请填写正确的证件号码' },
      { field: 'relation', message: '请选择与本人关系' },
      { field: 'fileList', message: '请领取人签名' },
    ]);
    const files = [await desk.paper('liuyang'), await desk.paper('liuyang')];
    const agent = { collector: 'agent', name: '王小青', certCode: 'E12345678', relation: '子女' };
    const fileList = files.map(({ id }) => ({ id }));
    const one = await output('liuyang', order, { ...collect, ...agent, fileList: fileList.slice(0, 1) });
    expect(one.body.problems).toEqual([{ field: 'fileList', message: '请上传委托书' }]);
    const collected = await output('liuyang', order, { ...collect, ...agent, fileList });
    expect(collected.body.errcode, collected.text).toBe(0);
    const servedAt = clock.now.toISOString();
    expect(await recordsOf(order)).toMatchObject([
      {
        stateName: '已送达',
        data: {
          resultCode: 14001,
          servedAt,
          receipt: { name: '**青', certCode: '*****5678', relation: '子女' },
        },
      },
    ]);
    const rows = await tracesOf(order);
    expect(rows.find(({ flowNodeId }) => flowNodeId === 'receive')?.outputs).toMatchObject([
      {
        resultCode: 14001,
        outputs: outputs.map((row) => ({ ...row, category: 'work-result' })),
        sendWay: 'window',
        receiver: '**青',
        relation: '子女',
        serviceTime: servedAt,
      },
    ]);
    expect(await told(order)).toEqual([
      '您的证照（文书）已制作完成，请带本人有效证件到窗口领取；代领的还需带委托书和代领人证件。',
      '您的证照（文书）已由代领人王小青领取。',
    ]);
    expect((await output('liuyang', order, { ...collect, ...agent, fileList })).body.errcode).not.toBe(0);
  });

  test('that are posted are served when their item is delivered, and not if the delivery is void', async () => {
    const order = await start();
    await output('liuyang', order, { outputs, way: 'window' });
    await output('liuyang', order, { command: 'toPost', traceId: null, recordId: 1 });
    const wrong = await send('liuyang', order, { mailNum: 'EM10000020', outputId: 9 });
    expect(wrong.body.problems).toEqual([{ field: 'outputId', message: '所选证照不在待寄送状态' }]);
    const sent = await send('liuyang', order, { mailNum: 'EM10000020', outputId: 1 });
    expect(sent.body.errcode, sent.text).toBe(0);
    const back = await output('liuyang', order, { command: 'toWindow', traceId: null, recordId: 1 });
    expect(back.body.errmsg).toBe('证照正在寄送，取消寄送后才能更改');
    clock.forward(60 * minutes);
    const delivery = emsRow('EM10000020', '10');
    await push(delivery);
    expect(await recordsOf(order)).toMatchObject([
      { kind: 'express', stateName: '已送达' },
      { kind: 'output', stateName: '已送达', data: { servedAt: clock.now.toISOString() } },
    ]);
    clock.forward(60 * minutes);
    await push({ ...delivery, effect: '0' });
    expect(await recordsOf(order)).toMatchObject([
      { kind: 'express', stateName: '寄送中', data: { deliveredAt: null } },
      { kind: 'output', stateName: '待寄达', data: { servedAt: null } },
    ]);
    const { tracks } = await office.as('liuyang').done(express.item, { params: { mailNum: 'EM10000020' } });
    expect(tracks).toEqual([]);
  });

  test('have a category of documents, chosen or proposed by the name (S2 Enumerations)', async () => {
    const order = await start();
    const names = [
      '营业执照（副本）',
      '无犯罪记录证明',
      '行政许可决定书',
      '司法鉴定意见书',
      '信访事项告知书',
    ];
    const rows = names.map((name) => ({ name, number: '', copies: 1 }));
    const chosen = { name: '竣工图', number: '', copies: 1, category: 'proof' };
    const issued = await output('liuyang', order, { outputs: [...rows, chosen], way: 'window' });
    expect(issued.body.errcode, issued.text).toBe(0);
    const usual = ['certificate', 'proof', 'approval', 'authentication-report', 'work-result'];
    expect(await recordsOf(order)).toMatchObject([
      { data: { outputs: [...usual, 'proof'].map((category) => ({ category })) } },
    ]);
    const unknown = await output('liuyang', order, {
      outputs: [{ ...chosen, category: 'picture' }],
      way: 'window',
    });
    expect(unknown.body.problems).toEqual([{ field: 'outputs.0.category', message: '请选择类别' }]);
  });

  test('are refused with wrong rows and a way that the item does not offer', async () => {
    const order = await start();
    const rows = [{ name: '', number: '', copies: 0 }];
    expect((await output('liuyang', order, { outputs: rows, way: 'online' })).body.problems).toEqual([
      { field: 'outputs.0.name', message: '请填写证照名称' },
      { field: 'outputs.0.copies', message: '份数应为 1 至 99' },
    ]);
    expect((await output('liuyang', order, { outputs: [], way: 'online' })).body.problems).toEqual([
      { field: 'outputs', message: '请登记 1 至 20 件证照或文书' },
    ]);
    expect((await output('liuyang', order, { outputs, way: 'pigeon' })).body.errcode).toBe(400);
    const online = await output('liuyang', order, { outputs, way: 'online' });
    expect(online.body.errcode, online.text).toBe(0);
    expect(await recordsOf(order)).toMatchObject([{ stateName: '已送达', isOpen: false }]);
  });
});
