import { randomUUID } from 'node:crypto';
import { afterAll } from 'vitest';
import { AmountType, FeeKind } from '#domain/enumerations/payment.ts';
import { chargeFees, type FeeItem } from '#domain/payments/fee-items.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { createPayment } from '#server/modules/cases/payments/create.ts';
import { findPayment, type StoredPayment } from '#server/modules/cases/payments/ledger.queries.ts';
import { openDesk } from './desk.ts';
import { testOffice } from './office.ts';
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

/** Opens an office with an order and the stub of a payment gateway on this machine. */
export async function openPaymentDesk() {
  let now = () => new Date('2026-03-02T02:00:00.000Z');
  const stub = await openPaymentStub(() => now());
  const office = await testOffice({ settings: stub.settings });
  now = () => office.clock.now;
  afterAll(() => stub.close());
  const order = await openDesk(office).start('lina', petition(1));
  const { context } = office;
  const clerk = { staffId: 'staff-lina', name: '李娜' };

  /** Makes an order of payment of 100 yuan. */
  async function newPayment(): Promise<string> {
    const charged = chargeFees(feeItems, [{ code: '103044601' }, { code: '103044602', quantity: 2 }]);
    if ('problems' in charged) throw new Error('The fees are wrong');
    const { id } = await inTransaction(context.db, (tx) =>
      createPayment(tx, context, {
        workorderId: order.id,
        areaCode: '330127',
        payer: '张建国',
        ...charged,
        by: clerk,
        requestId: randomUUID(),
      }),
    );
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

  return { office, context, clock: office.clock, stub, order, clerk, newPayment, paymentOf, deliver };
}
