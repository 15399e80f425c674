import { expect, test } from 'vitest';
import { type PaymentData, paymentRules } from './payment.ts';
import { recordFacts } from './record-facts.ts';
import type { SideRecord } from './side-record.ts';

const clerk = { staffId: 'staff-1', name: '刘洋', orgId: 'o', orgName: '市监局' };
const data: PaymentData = {
  number: '3301272026000001',
  payer: '',
  lines: [
    {
      ...{ code: '103049901', name: '工本费', kind: '01', unit: '份', basis: '' },
      ...{ standard: 1_000, quantity: 2, amount: 2_000 },
    },
  ],
  total: 2_000,
  payee: { unitCode: '330127011', unitName: '市监局', account: '0000', bank: '演示银行' },
  paidAt: '2026-03-03T02:00:00.000Z',
  refunded: 1_050,
};
const record: SideRecord<PaymentData> = {
  ...{
    id: 1,
    kind: paymentRules.kind,
    taskId: 2,
    state: 'paid',
    due: null,
    pauses: [],
    extension: null,
    data,
  },
  ...{ openedAt: '2026-03-02T02:00:00.000Z', openedBy: clerk },
  ...{ changedAt: '2026-03-03T02:00:00.000Z', changedBy: clerk },
};

test('the papers of a payment name its amounts in figures and in words (S1 §4)', () => {
  expect(recordFacts([record]).缴费).toMatchObject({
    金额: '20.00',
    大写金额: '贰拾元整',
    已退金额: '10.50',
    大写已退金额: '壹拾元伍角整',
    缴费日期: '2026-03-03',
    收费项目: [{ 项目名称: '工本费', 数量: 2, 标准: '10.00', 金额: '20.00' }],
  });
  expect(recordFacts([]).缴费).toMatchObject({ 金额: '', 已退金额: '', 收费项目: [] });
});
