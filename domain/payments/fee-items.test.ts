import { describe, expect, it } from 'vitest';
import { AmountType, FeeKind } from '../enumerations/payment.ts';
import { chargeFees, checkFeeItems, type FeeItem } from './fee-items.ts';

const registration: FeeItem = {
  code: '103044601',
  name: '不动产登记费（住宅）',
  kind: FeeKind.nonTax,
  amountType: AmountType.fixed,
  standard: 8000,
  min: 0,
  max: 0,
  unit: '件',
  basis: '发改价格规〔2016〕2559号',
};
const certificate: FeeItem = {
  ...registration,
  code: '103044602',
  name: '工本费',
  standard: 1000,
  unit: '本',
};
const inspection: FeeItem = {
  ...registration,
  code: 'JC-01',
  name: '检测费',
  kind: FeeKind.ordinary,
  amountType: AmountType.variable,
  standard: 0,
  min: 5000,
  max: 20_000,
};
const items = [registration, certificate, inspection];

describe('fees of an order of payment (S1 §4)', () => {
  it('are summed in fen by the standards of the item', () => {
    const charged = chargeFees(items, [
      { code: '103044601' },
      { code: '103044602', quantity: 2 },
      { code: 'JC-01', amount: '50.10' },
    ]);
    expect(charged).toMatchObject({
      total: 15_010,
      lines: [
        { quantity: 1, amount: 8000 },
        { quantity: 2, standard: 1000, amount: 2000, unit: '本' },
        { kind: '02', amount: 5010 },
      ],
    });
  });

  it('are refused with all problems at their fields', () => {
    expect(
      chargeFees(items, [
        { code: '103044601', quantity: 0 },
        { code: '103044602', quantity: 1.5 },
        { code: 'JC-01', amount: '49.99' },
        { code: 'JC-01', amount: '60.005' },
        { code: 'other' },
      ]),
    ).toEqual({
      problems: [
        { field: 'fees.0.quantity', message: '数量应为 1 至 9999 的整数' },
        { field: 'fees.1.quantity', message: '数量应为 1 至 9999 的整数' },
        { field: 'fees.2.amount', message: '金额应在 50.00 至 200.00 元之间' },
        { field: 'fees.3.amount', message: '金额最多保留两位小数' },
        { field: 'fees.4.code', message: '该事项没有此收费项目' },
      ],
    });
    expect(chargeFees(items, [])).toEqual({ problems: [{ field: 'fees', message: '请选择收费项目' }] });
  });
});

describe('fee items of an item', () => {
  it('are correct', () => {
    expect(checkFeeItems(items)).toEqual([]);
  });

  it('are refused with all problems at their fields', () => {
    const wrong = [
      registration,
      { ...certificate, code: registration.code, standard: 0 },
      { ...inspection, name: ' ', min: 300, max: 200, unit: '件\n本' },
      { ...inspection, code: 'x', kind: '03' as never, amountType: 'free' as never, standard: 1.5 },
    ];
    expect(checkFeeItems(wrong)).toEqual([
      { field: '1.code', message: '项目编码重复' },
      { field: '1.standard', message: '金额应大于 0' },
      { field: '2.name', message: '请填写项目名称' },
      { field: '2.unit', message: expect.any(String) },
      { field: '2.max', message: '最高金额不能低于最低金额' },
      { field: '3.kind', message: '不是可选的值' },
      { field: '3.amountType', message: '不是可选的值' },
    ]);
  });
});
