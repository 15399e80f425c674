import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { express } from '#contract/express.ts';
import { createEmsGateway } from '#server/adapters/gateways/express/ems.ts';
import { createExpressSimulator } from '#server/adapters/gateways/express/simulator.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk } from '#test/world/desk.ts';
import { type EmsRow, expressAccount, openExpressStub, signedPush } from '#test/world/express-stub.ts';
import { testOffice } from '#test/world/office.ts';
import { readPdf } from '#test/world/read-pdf.ts';
import { petition } from '#test/world/start-data.ts';
import { startItem, storeDraft } from './register.ts';
import { askCarrier } from './service.ts';

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
afterAll(async () => {
  await stub.close();
  await context.typesetter.stop();
});
const desk = openDesk(office);
const order = await desk.start('zhangwei', petition(1));
const gateway = createEmsGateway({ kind: 'ems', origin: stub.origin, ...expressAccount }, () => clock.now);
const ask = () => askCarrier({ ...context, express: gateway });

const parties = {
  sender: { name: '淳安县政务服务中心', phone: '0571-64800000', address: '淳安县环湖北路 1 号' },
  receiver: { name: '余小利', phone: '13800016620', address: '淳安县汾口镇商业街 8 号' },
};
const register = async (mailNum: string | null) => {
  const id = randomUUID();
  const isNew = await inTransaction(db, (tx) =>
    storeDraft(tx, context, {
      id,
      workorderId: order.id,
      sendType: '1',
      carrier: '中国邮政 EMS',
      contents: '食品经营许可证正本、副本各 1',
      parties,
      mailNum,
      by: { id: 'zhangwei', name: '张伟' },
    }),
  );
  if (isNew) await startItem(context, id);
  return { id, isNew };
};
const rowOf = (id: string) =>
  db.selectFrom('express_items').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const minutes = 60_000;
/** Returns a row whose time is some minutes after 2026-03-02 10:00 in China. */
const emsRow = (mailnum: string, action: string, minute: number, more: Partial<EmsRow> = {}): EmsRow => {
  const hour = String(10 + Math.floor(minute / 60));
  return {
    mailnum,
    procdate: '20260302',
    proctime: `${hour}${String(minute % 60).padStart(2, '0')}00`,
    orgfullname: '汾口邮政支局',
    action,
    description: '',
    effect: '1',
    ...more,
  };
};
const push = async (rows: readonly unknown[], change: Partial<ReturnType<typeof signedPush>> = {}) => {
  const message = { ...signedPush(rows, clock.now), ...change };
  const answer = await office.app.fastify.inject({ method: 'POST', url: '/api/express/pushes', ...message });
  return { status: answer.statusCode, body: answer.json() as Record<string, unknown> };
};
const taken = { status: 200, body: { success: '1', failmailnums: '', remark: '' } };
const itemOf = (mailNum: string) => office.as('zhangwei').done(express.item, { params: { mailNum } });

const shown = await register('1035000000001');
const request = { params: { mailNum: '1035000000001' } };

describeCalls(office, express, {
  item: {
    caller: 'zhangwei',
    request: { params: { mailNum: '1035 0000-00001' } },
    refusedFor: { chenjing: 404, dengtao: 404, tianye: 403 },
    invalidInputs: [
      {
        makeInvalid: () => ({ params: { mailNum: '12;3456' } }),
        expectedProblems: [['mailNum', '运单号应为 6 至 40 位字母或数字']],
      },
    ],
    checkAnswer: (item) => {
      expect(item).toMatchObject({
        mailNum: '1035000000001',
        send_type: '1',
        status: '1001',
        statusLabel: '待揽收',
        workorderCode: order.code,
        receiver: { name: '**利', phone: '138****6620' },
        deliveredAt: null,
        tracks: [],
      });
      expect(JSON.stringify(item)).not.toContain('商业街');
    },
  },
  refresh: {
    caller: 'zhangwei',
    request,
    refusedFor: { chenjing: 404, dengtao: 404, tianye: 403 },
    checkAnswer: (item) => {
      expect(item).toMatchObject({ fault: '无法连接接口', askedAt: clock.now.toISOString() });
    },
  },
  waybill: {
    caller: 'liuyang',
    request,
    refusedFor: { chenjing: 404, tianye: 403 },
    checkAnswer: async ({ pdf, pages }) => {
      expect(pages).toBe(1);
      const text = (await readPdf(Buffer.from(pdf, 'base64'))).map((part) => part.text).join('');
      expect(text).toContain('1035000000001');
      expect(text).toContain('余小利');
    },
  },
});

describe('a pickup that is ordered', () => {
  test('gets its number from the carrier, with only name, telephone and address (S1 §3)', async () => {
    const { id } = await register(null);
    expect(await rowOf(id)).toMatchObject({ state: 'ordering', mail_num: null });
    await ask();
    const row = await rowOf(id);
    expect(row).toMatchObject({ state: 'moving', status: '1001', mail_num: stub.accepted.get(id) });
    expect((await itemOf(row.mail_num ?? '')).tracks).toMatchObject([
      { status: '1001', at: row.ordered_at.toISOString(), description: '已下单，等待揽收' },
    ]);
    expect(stub.orders.find(({ orderid }) => orderid === id)).toEqual({ orderid: id, ...parties });
    expect(stub.wrongSignatures).toBe(0);
  });

  test('is ordered once, although the first answer was lost', async () => {
    stub.behaviours.push('accepts and answers 500');
    const { id } = await register(null);
    await ask();
    expect(await rowOf(id)).toMatchObject({ state: 'ordering', failures: 1, fault: '接口应答异常（500）' });
    const before = stub.accepted.size;
    clock.forward(5 * minutes);
    await ask();
    expect(stub.accepted.size).toBe(before);
    expect(await rowOf(id)).toMatchObject({ state: 'moving', mail_num: stub.accepted.get(id), fault: '' });
  });

  test('ends with the reason of the carrier that refuses it', async () => {
    stub.behaviours.push('refuses');
    const { id } = await register(null);
    await ask();
    expect(await rowOf(id)).toMatchObject({
      state: 'refused',
      fault: '收件地址超出服务范围',
      next_ask_at: null,
    });
  });
});

describe('messages of the carrier', () => {
  test('change the state once, whatever their order and however often they come', async () => {
    await register('1035000000101');
    clock.forward(4 * 60 * minutes);
    const rows = [
      emsRow('1035000000101', '10', 90, { description: '本人签收，签收人：余小利' }),
      emsRow('1035000000101', '51', 80, { description: '投递员余师傅 13812340031' }),
      emsRow('1035000000101', '20', 60, { description: '收件人不在', notproperdelivery: '103' }),
    ];
    expect(await push(rows)).toEqual(taken);
    expect(await push([...rows].reverse())).toEqual(taken);
    const item = await itemOf('1035000000101');
    expect(item).toMatchObject({
      status: '10',
      deliveredAt: '2026-03-02T03:30:00.000Z',
      failedDeliveries: 1,
      isEnded: true,
    });
    expect(item.tracks.map(({ carrierCode }) => carrierCode)).toEqual(['10', '51', '20']);
    expect(item.tracks[0]?.description).toBe('本人签收，签收人：**利');
    expect(item.tracks[1]?.description).toBe('投递员余师傅 138****0031');
  });

  test('declare a delivery void, also before it arrives', async () => {
    await register('1035000000102');
    await push([emsRow('1035000000102', '51', 10), emsRow('1035000000102', '10', 20, { effect: '0' })]);
    await push([emsRow('1035000000102', '10', 20)]);
    expect(await itemOf('1035000000102')).toMatchObject({ status: '51', deliveredAt: null, isEnded: false });
  });

  test('that come before the number is registered count at once', async () => {
    expect(await push([emsRow('1035000000103', '00', 5)])).toEqual(taken);
    const { id } = await register('1035000000103');
    expect(await rowOf(id)).toMatchObject({ status: '00', state: 'moving' });
  });

  test('with rows that cannot be used name those items, and the other rows count', async () => {
    await register('1035000000104');
    const answer = await push([
      emsRow('1035000000104', '60', 5),
      emsRow('1035000000105', '60', 5, { procdate: '20260230' }),
      emsRow('1035000000106', '77', 5),
      emsRow('1035000000107', '60', 5, { procdate: '20990101' }),
      emsRow('1035000000108', '1001', 5, { carrier: 'office' }),
      { mailnum: 4 },
    ]);
    expect(answer).toEqual({
      status: 200,
      body: {
        success: '0',
        failmailnums: '1035000000105,1035000000106,1035000000107,1035000000108,4',
        remark: '部分轨迹的单号、时间或状态代码无法识别',
      },
    });
    expect((await itemOf('1035000000104')).status).toBe('60');
  });

  test('are refused with a wrong signature, changed bytes, another account, or as too old', async () => {
    await register('1035000000109');
    const rows = [emsRow('1035000000109', '10', 20)];
    const old = new Date(clock.now.getTime() - 11 * minutes);
    const refused = [
      await push(rows, { payload: JSON.stringify({ listexpressmail: [emsRow('1035000000109', '10', 21)] }) }),
      await push(rows, signedPush(rows, clock.now, { ...expressAccount, secret: 'guessed' })),
      await push(rows, signedPush(rows, clock.now, { ...expressAccount, appId: 'another' })),
      await push(rows, signedPush(rows, old)),
      await push(rows, { headers: { 'content-type': 'application/json' } as never }),
    ];
    for (const { status, body } of refused) {
      expect(status).toBe(403);
      expect(body).toMatchObject({ success: '0' });
    }
    expect((await itemOf('1035000000109')).tracks).toEqual([]);
  });

  test('are limited in rows and in events of one item', async () => {
    const many = Array.from({ length: 501 }, () => emsRow('1035000000110', '30', 1));
    expect((await push(many)).status).toBe(400);
    expect((await push([{ description: '长'.repeat(90_000) }])).status).toBe(413);
    await register('1035000000110');
    const rows = Array.from({ length: 400 }, (_, index) =>
      emsRow('1035000000110', '30', Math.floor(index / 60), {
        proctime: `10${String(Math.floor(index / 60)).padStart(2, '0')}${String(index % 60).padStart(2, '0')}`,
      }),
    );
    await push(rows);
    expect((await itemOf('1035000000110')).tracks).toHaveLength(300);
  });

  test('are stored encrypted', async () => {
    const rows = await db.selectFrom('express_events').select('detail_sealed').execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('余小利');
    const items = await db.selectFrom('express_items').select('parties_sealed').execute();
    expect(JSON.stringify(items)).not.toContain('余小利');
  });
});

describe('requests to the carrier', () => {
  test('read the events of an item, wait two hours, and end a day after the delivery (S1 §7)', async () => {
    await db.updateTable('express_items').set({ next_ask_at: null }).execute();
    const { id } = await register('1035000000201');
    stub.rows = [emsRow('1035000000201', '60', 1), emsRow('1035000000999', '10', 2)];
    await ask();
    expect(await rowOf(id)).toMatchObject({
      status: '60',
      next_ask_at: new Date(clock.now.getTime() + 120 * minutes),
    });
    stub.rows.push(emsRow('1035000000201', '10', 3));
    await ask();
    expect((await rowOf(id)).status).toBe('60');
    clock.forward(120 * minutes);
    await ask();
    const delivered = await rowOf(id);
    expect(delivered).toMatchObject({
      state: 'ended',
      next_ask_at: new Date(clock.now.getTime() + 24 * 60 * minutes),
    });
    clock.forward(24 * 60 * minutes);
    await ask();
    expect(await rowOf(id)).toMatchObject({ state: 'ended', next_ask_at: null });
  });

  test('are repeated with growing delays while the carrier fails, and show why', async () => {
    const { id } = await register('1035000000202');
    stub.behaviours.push('500', 'nonsense');
    await ask();
    expect(await rowOf(id)).toMatchObject({
      failures: 1,
      next_ask_at: new Date(clock.now.getTime() + 5 * minutes),
    });
    clock.forward(5 * minutes);
    await ask();
    expect(await rowOf(id)).toMatchObject({
      failures: 2,
      fault: '接口的应答无法识别',
      next_ask_at: new Date(clock.now.getTime() + 15 * minutes),
    });
    clock.forward(15 * minutes);
    await ask();
    expect(await rowOf(id)).toMatchObject({ failures: 0, fault: '' });
  });

  test('stop for an item without news for 60 days', async () => {
    const { id } = await register('1035000000203');
    clock.forward(60 * 24 * 60 * minutes);
    await ask();
    expect(await rowOf(id)).toMatchObject({ state: 'silent', next_ask_at: null });
  });

  test('go to the simulator in the demo, which brings every item to its receiver', async () => {
    const simulator = createExpressSimulator(() => clock.now);
    const simulated = { ...context, express: simulator };
    const { id } = await register(null);
    for (let hours = 0; hours < 72; hours += 3) {
      await askCarrier(simulated);
      clock.forward(3 * 60 * minutes);
    }
    const row = await rowOf(id);
    expect(row).toMatchObject({ state: 'ended', status: '10', is_returned: false });
    expect(row.mail_num).toMatch(/^1035\d{9}$/);
    expect(await simulator.orderPickup({ id, ...parties })).toMatchObject({ mailNum: row.mail_num });
  });
});

test('a number belongs to one item', async () => {
  expect(shown.isNew).toBe(true);
  expect((await register('1035000000001')).isNew).toBe(false);
});
