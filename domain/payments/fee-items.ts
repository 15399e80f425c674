import { AmountType, type FeeKind, isAmountType, isFeeKind } from '../enumerations/payment.ts';
import type { Problem } from '../refusals/refusals.ts';
import { isBlank, isOneLine, oneLineMessage, problemOfLength } from '../texts/characters.ts';
import { inputText } from '../texts/input-texts.ts';
import { paymentLimits } from './limits.ts';
import { amountText, formatYuan, isFen, parseYuan } from './money.ts';

/** Fee items of a business item (收费项目): what may be charged, and how much (S1 §4). Amounts are in fen. */
export interface FeeItem {
  /** Code of the item in the catalogue of fees (项目编码). */
  code: string;
  name: string;
  kind: FeeKind;
  amountType: AmountType;
  /** Amount for one unit, for a fixed fee (收费标准). */
  standard: number;
  /** Least and greatest amount of a variable fee. */
  min: number;
  max: number;
  /** Counted unit, such as 件 or 本 (计量单位). */
  unit: string;
  /** The rule that permits the fee (收费依据). */
  basis: string;
}

/** Unit that collects the fees (收款单位), as its order of payment names it. */
export interface FeePayee {
  unitCode: string;
  unitName: string;
  account: string;
  bank: string;
}

/** Settings of an item for payments; without fee items it charges nothing. */
export interface PaymentSettings {
  items: FeeItem[];
  payee: FeePayee;
}

/** One row of an order of payment, with the values of the time when it was made. */
export interface FeeLine extends Pick<FeeItem, 'code' | 'name' | 'kind' | 'unit' | 'basis'> {
  /** Amount for one unit; that of the whole row for a variable fee. */
  standard: number;
  quantity: number;
  amount: number;
}

/** A chosen fee as it is typed: the quantity of a fixed fee, the amount in yuan of a variable one. */
export interface ChosenFee {
  code: string;
  quantity?: number | undefined;
  amount?: string | undefined;
}

/** Finds all problems of an item's fee items; fields are `<index>.<name>`. */
export function checkFeeItems(items: readonly FeeItem[]): Problem[] {
  if (items.length > paymentLimits.feeItems)
    return [{ field: '', message: `收费项目最多${paymentLimits.feeItems}个` }];
  const problems: Problem[] = [];
  for (const [index, item] of items.entries()) {
    const add = (field: keyof FeeItem, message: string | undefined) => {
      if (message !== undefined) problems.push({ field: `${index}.${field}`, message });
    };
    const isRepeated = items.findIndex(({ code }) => code === item.code) < index;
    add('code', isRepeated ? '项目编码重复' : problemOfName(item.code, '项目编码', paymentLimits.codeLength));
    add('name', problemOfName(item.name, '项目名称', paymentLimits.nameLength));
    add('unit', problemOfName(item.unit, '计量单位', paymentLimits.unitLength));
    add('basis', problemOfLength(item.basis, paymentLimits.basisLength, '收费依据'));
    if (!isFeeKind(item.kind)) add('kind', inputText.notAnOption);
    if (!isAmountType(item.amountType)) add('amountType', inputText.notAnOption);
    else if (item.amountType === AmountType.fixed) add('standard', problemOfFen(item.standard));
    else {
      add('min', problemOfFen(item.min));
      add('max', item.max < item.min ? '最高金额不能低于最低金额' : problemOfFen(item.max));
    }
  }
  return problems;
}

function problemOfName(text: string, label: string, maxLength: number): string | undefined {
  if (isBlank(text)) return `请填写${label}`;
  return isOneLine(text) ? problemOfLength(text, maxLength, label) : oneLineMessage;
}

function problemOfFen(fen: number): string | undefined {
  if (!isFen(fen)) return fen > paymentLimits.maxFen ? amountText.tooLarge : amountText.badFormat;
  return fen === 0 ? amountText.notPositive : undefined;
}

/**
 * Returns the rows and the sum of chosen fees, or all problems; fields are `fees.<index>.<name>`. Standards are those
 * of the item, never of the caller.
 */
export function chargeFees(
  items: readonly FeeItem[],
  chosen: readonly ChosenFee[],
): { lines: FeeLine[]; total: number } | { problems: Problem[] } {
  if (chosen.length === 0) return { problems: [{ field: 'fees', message: '请选择收费项目' }] };
  if (chosen.length > paymentLimits.lines)
    return { problems: [{ field: 'fees', message: `一份缴款书最多${paymentLimits.lines}个收费项目` }] };
  const problems: Problem[] = [];
  const lines: FeeLine[] = [];
  for (const [index, fee] of chosen.entries()) {
    const item = items.find(({ code }) => code === fee.code);
    const charged = item ? chargeFee(item, fee) : { field: 'code', message: '该事项没有此收费项目' };
    if ('message' in charged)
      problems.push({ field: `fees.${index}.${charged.field}`, message: charged.message });
    else lines.push(charged);
  }
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  if (total > paymentLimits.maxFen) problems.push({ field: 'fees', message: amountText.tooLarge });
  return problems.length > 0 ? { problems } : { lines, total };
}

function chargeFee(item: FeeItem, fee: ChosenFee): FeeLine | Problem {
  const { code, name, kind, unit, basis } = item;
  if (item.amountType === AmountType.fixed) {
    const { quantity = 1 } = fee;
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > paymentLimits.quantity)
      return { field: 'quantity', message: `数量应为 1 至 ${paymentLimits.quantity} 的整数` };
    if ((fee.amount ?? '') !== '') return { field: 'amount', message: '该项目按标准收费，不填金额' };
    const amount = item.standard * quantity;
    if (amount > paymentLimits.maxFen) return { field: 'quantity', message: amountText.tooLarge };
    return { code, name, kind, unit, basis, standard: item.standard, quantity, amount };
  }
  const parsed = parseYuan(fee.amount ?? '');
  if ('problem' in parsed) return { field: 'amount', message: parsed.problem };
  const { fen } = parsed;
  if (fen < item.min || fen > item.max)
    return { field: 'amount', message: `金额应在 ${formatYuan(item.min)} 至 ${formatYuan(item.max)} 元之间` };
  return { code, name, kind, unit, basis, standard: fen, quantity: 1, amount: fen };
}
