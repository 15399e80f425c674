import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { expressRecords } from '#contract/express-records.ts';
import { outputRecords } from '#contract/output-records.ts';
import { orderPayments } from '#contract/payment-records.ts';
import { sideRecords } from '#contract/side-records.ts';
import { workOrders } from '#contract/work-orders.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';

/** Tests texts, dates and amounts of side records that no person types by accident, and who sees names in them. */

const office = await testOffice();
const { desk, start } = openPetitionDesk(office);
const fee = {
  code: '103044601',
  name: '复印费',
  kind: '02',
  amountType: 'fixed',
  standard: 8000,
  min: 0,
  max: 0,
};
const settings = {
  express: { toApplicant: true, fromApplicant: true },
  output: { ways: ['window'], names: ['告知书'] },
  special: { clocks: { appraisal: 'runs' } },
  payment: {
    items: [{ ...fee, unit: '件', basis: '' }],
    payee: { unitCode: '330127001', unitName: '淳安县信访局', account: '', bank: '' },
  },
};
await sql`update business_items set record_settings = ${JSON.stringify(settings)}::jsonb
  where task_code = 'petition-letter'`.execute(office.context.db);

const calls = { ...sideRecords, express: expressRecords.command, output: outputRecords.command };
type Kind = Exclude<keyof typeof calls, 'list' | 'specials'>;
const give = (account: string, { code }: StartedOrder, kind: Kind, body: object) =>
  office.as(account).call(calls[kind], { params: { workorderCode: code }, body: body as never });
const problemsOf = async (...call: Parameters<typeof give>) => (await give(...call)).body.problems;
const oneLine = (field: string, name: string) => ({ field, message: `${name}不能换行，也不能含有控制字符` });

describe('a command on a side record refuses', () => {
  const reversed = '\u202e反';

  test('line ends and direction marks in names, numbers and addresses that are printed', async () => {
    const order = await start();
    const task = { traceId: `${order.id}.2` };
    const party = { name: reversed, phone: '13800016620', address: '街\n8 号' };
    expect(
      await problemsOf('liuyang', order, 'express', {
        ...{
          command: 'send',
          ...task,
          carrier: reversed,
          mailNum: 'SF1234567',
          contents: '告知书\n1 份',
          party,
        },
      }),
    ).toEqual([
      oneLine('contents', '内件'),
      oneLine('party.name', '姓名'),
      oneLine('party.address', '地址'),
      oneLine('carrier', '快递公司'),
    ]);
    const outputs = [{ name: reversed, number: reversed, copies: 1 }];
    expect(
      await problemsOf('liuyang', order, 'output', { command: 'issue', ...task, way: 'window', outputs }),
    ).toEqual([oneLine('outputs.0.name', '证照名称'), oneLine('outputs.0.number', '编号')]);
    expect(
      await problemsOf('liuyang', order, 'special', {
        ...{
          command: 'request',
          ...task,
          type: 'appraisal',
          reason: '鉴定',
          agency: reversed,
          amount: 5,
          unit: 1,
        },
      }),
    ).toEqual([oneLine('agency', '承担机构')]);
  });

  test('an amount for a fee with a fixed standard, also the right one', async () => {
    const order = await start();
    const order80 = { command: 'order', traceId: `${order.id}.2`, payer: '' };
    for (const amount of ['-1.00', '0.001', '80.00'])
      expect(
        await problemsOf('liuyang', order, 'payment', { ...order80, fees: [{ code: fee.code, amount }] }),
      ).toEqual([{ field: 'fees.0.amount', message: '该项目按标准收费，不填金额' }]);
  });

  test('a promise for the year 9999', async () => {
    const order = await start();
    const letter = {
      command: 'open',
      grounds: ['leader'],
      demand: '请尽快办理',
      answerDays: 2,
      card: 'none',
    };
    expect((await give('sunlei', order, 'supervision', letter)).body.errcode).toBe(0);
    const answer = { command: 'answer', recordId: 1, cause: 'other', text: '尽快办理' };
    for (const promisedOn of ['9999-12-31', '2029-03-05'])
      expect(await problemsOf('liuyang', order, 'supervision', { ...answer, promisedOn })).toEqual([
        { field: 'promisedOn', message: '承诺办成的日期应在三年之内' },
      ]);
    expect(
      (await give('liuyang', order, 'supervision', { ...answer, promisedOn: '2029-03-04' })).body.errcode,
    ).toBe(0);
  });
});

test('readers of an order see the names in its records masked, like that of its applicant', async () => {
  const order = await start();
  const task = { traceId: `${order.id}.2` };
  const outputs = [{ name: '告知书', number: '', copies: 1 }];
  await give('liuyang', order, 'output', { command: 'issue', ...task, way: 'window', outputs });
  const paper = await desk.paper('liuyang');
  const collected = { command: 'collect', recordId: 1, collector: 'self', name: '欧阳小利' };
  await give('liuyang', order, 'output', { ...collected, fileList: [{ id: paper.id }] });
  const payer = '淳安县某某建材有限公司';
  await give('liuyang', order, 'payment', { command: 'order', ...task, payer, fees: [{ code: fee.code }] });
  const params = { workorderCode: order.code };
  for (const account of ['liuyang', 'wujianguo']) {
    const person = office.as(account);
    const texts = JSON.stringify([
      await person.done(sideRecords.list, { params }),
      await person.done(orderPayments.read, { params: { ...params, recordId: '2' } }),
      await person.done(workOrders.traces, { params }),
    ]);
    expect(texts).not.toMatch(/欧阳小|某某建材/);
    expect(texts).toContain('***利');
    expect(texts).toContain('淳安********司');
  }
});
