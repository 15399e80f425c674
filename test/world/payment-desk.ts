import { randomUUID } from 'node:crypto';
import { afterAll } from 'vitest';
import { items } from '#contract/items.ts';
import { sideRecords } from '#contract/side-records.ts';
import { AmountType, FeeKind } from '#domain/enumerations/payment.ts';
import type { FeeItem } from '#domain/payments/fee-items.ts';
import { findPayment, type StoredPayment } from '#server/modules/cases/payments/ledger.queries.ts';
import { openDesk, type StartedOrder } from './desk.ts';
import { type TestOffice, testOffice } from './office.ts';
import { openPaymentStub, type StubNotice } from './payment-stub.ts';
import { petition } from './start-data.ts';

const feeItems: FeeItem[] = [
  {
    code: '103044601',
    name: '不动产登记费（住宅）',
    kind: FeeKind.nonTax,
    amountType: AmountType.fixed,
    standard: 8000,
    min: 0,
    max: 0,
    unit: '件',
    basis: '发改价格规〔2016〕2559号',
  },
  {
    code: '103044602',
    name: '不动产权属证书工本费',
    kind: FeeKind.nonTax,
    amountType: AmountType.fixed,
    standard: 1000,
    min: 0,
    max: 0,
    unit: '本',
    basis: '',
  },
];

/** Fees that make 100 yuan. */
export const hundredYuan = [{ code: '103044601' }, { code: '103044602', quantity: 2 }];

/** Lets petitions charge fees, and returns the id of the new version of the item. */
async function publishFees(office: TestOffice): Promise<string> {
  const admin = office.as('xiaohan');
  const { settings } = await admin.done(items.read, { query: { taskCode: 'petition-letter' } });
  const payee = { unitCode: '330127001', unitName: '淳安县政务服务中心', account: '', bank: '' };
  const records = { ...settings.records, payment: { items: feeItems, payee } };
  const { taskCode, version } = await admin.done(items.publish, { body: { ...settings, records } });
  return `${taskCode}-${version}`;
}

/** Opens an office with an order and the stub of a payment gateway on this machine. */
export async function openPaymentDesk() {
  let now = () => new Date('2026-03-02T02:00:00.000Z');
  const stub = await openPaymentStub(() => now());
  const office = await testOffice({ settings: stub.settings });
  now = () => office.clock.now;
  afterAll(() => stub.close());
  const itemDeployId = await publishFees(office);
  const { context } = office;
  const clerk = { staffId: 'staff-liuyang', name: '刘洋' };
  const desk = openDesk(office);
  let last = 0;
  const start = () => {
    const started = petition(++last);
    return desk.start('zhangwei', { ...started, start: { ...started.start, itemDeployId } });
  };

  /** Gives a command on a payment of the order. */
  const command = (account: string, { code }: StartedOrder, body: object, key = randomUUID()) =>
    office.as(account).call(sideRecords.payment, { params: { workorderCode: code }, body, key });

  /** Makes an order of payment of 100 yuan at the first step of an order. */
  async function newPayment(order?: StartedOrder): Promise<string> {
    const started = order ?? (await start());
    const body = { command: 'order', traceId: `${started.id}.2`, payer: '张建国', fees: hundredYuan };
    const response = await command('liuyang', started, body);
    if (response.body.errcode !== 0) throw new Error(response.text);
    const { id } = await context.db
      .selectFrom('payments')
      .select('id')
      .where('workorder_id', '=', started.id)
      .orderBy('record_number', 'desc')
      .executeTakeFirstOrThrow();
    return id;
  }

  async function paymentOf(id: string): Promise<StoredPayment> {
    const payment = await findPayment(context.db, id);
    if (!payment) throw new Error(`Payment ${id} is missing`);
    return payment;
  }

  /** Delivers a notice as the gateway does. */
  const deliver = ({ body, headers }: StubNotice, gateway = 'http') =>
    office.app.fastify.inject({
      method: 'POST',
      url: `/api/payments/notices/${gateway}`,
      headers: { 'content-type': 'application/json', ...headers },
      payload: body,
    });

  return {
    office,
    desk,
    context,
    clock: office.clock,
    stub,
    clerk,
    start,
    command,
    newPayment,
    paymentOf,
    deliver,
  };
}
