import { TransactionType } from '../enumerations/payment.ts';

/** Daily reconciliation (对账): the day's bill of the gateway against the portal's own transactions. Amounts in fen. */

/** One row of the gateway's bill. */
export interface BillLine {
  type: TransactionType;
  /** Number that the portal gave the code or the refund. */
  outNo: string;
  transactionId: string;
  amount: number;
  at: Date;
}

/** One transaction of the portal that may be in a bill. */
export interface OwnTransaction {
  type: TransactionType;
  outNo: string;
  /** Amount that the portal believes to have moved on that day; null if it believes that none has. */
  amount: number | null;
}

export const ComparisonKind = {
  agrees: 'agrees',
  /** The gateway has taken or refunded money for a number that the portal has never given. */
  unknownHere: 'unknown-here',
  /** The gateway has taken or refunded it, the portal has not recorded a success. */
  notBookedHere: 'not-booked-here',
  /** The portal has recorded a success, the bill does not have it. */
  missingThere: 'missing-there',
  amountsDiffer: 'amounts-differ',
} as const;
export type ComparisonKind = (typeof ComparisonKind)[keyof typeof ComparisonKind];

export const comparisonKindLabel: Record<ComparisonKind, string> = {
  [ComparisonKind.agrees]: '一致',
  [ComparisonKind.unknownHere]: '渠道有，系统没有',
  [ComparisonKind.notBookedHere]: '渠道成功，系统未成功',
  [ComparisonKind.missingThere]: '系统有，渠道没有',
  [ComparisonKind.amountsDiffer]: '金额不同',
};

/** Explains a difference to the person who handles it. */
export const comparisonHint: Record<ComparisonKind, string> = {
  [ComparisonKind.agrees]: '',
  [ComparisonKind.unknownHere]: '系统没有这个交易号，可能是在渠道直接收退的款项',
  [ComparisonKind.notBookedHere]: '渠道已收退，系统尚未得知结果，可向渠道核实',
  [ComparisonKind.missingThere]: '渠道账单没有这笔，可能记入次日账单',
  [ComparisonKind.amountsDiffer]: '渠道实际收退的金额与系统不同',
};

/** Handling of a row: `agreed` needs none, `open` waits, `held` waits until a day. */
export const ComparisonState = { agreed: 'agreed', open: 'open', held: 'held', settled: 'settled' } as const;
export type ComparisonState = (typeof ComparisonState)[keyof typeof ComparisonState];

export const comparisonStateLabel: Record<ComparisonState, string> = {
  [ComparisonState.agreed]: '一致',
  [ComparisonState.open]: '待处理',
  [ComparisonState.held]: '挂起',
  [ComparisonState.settled]: '已了结',
};

/** One movement of money of the day, as both sides have it. */
export interface ComparedRow {
  kind: ComparisonKind;
  type: TransactionType;
  outNo: string;
  transactionId: string;
  /** Null if the portal has no such movement. */
  ours: number | null;
  /** Null if the bill has no such movement. */
  theirs: number | null;
}

/** Result of a comparison; it depends only on its input, so that a second run gives the same lists. */
export interface Reconciliation {
  rows: ComparedRow[];
  /** Sums: payments less refunds. */
  ours: number;
  theirs: number;
  refunds: number;
}

const keyOf = ({ type, outNo }: Pick<OwnTransaction, 'type' | 'outNo'>) => `${type} ${outNo}`;
const signed = (type: TransactionType, amount: number) =>
  type === TransactionType.refund ? -amount : amount;

/**
 * Compares the transactions of one day. Rows of the bill with the same number are added up: a second payment of one
 * code would otherwise agree with the first.
 */
export function reconcile(own: readonly OwnTransaction[], bill: readonly BillLine[]): Reconciliation {
  const theirs = new Map<string, BillLine>();
  for (const line of bill) {
    const earlier = theirs.get(keyOf(line));
    theirs.set(keyOf(line), earlier ? { ...earlier, amount: earlier.amount + line.amount } : line);
  }
  const rows: ComparedRow[] = [];
  for (const { type, outNo, amount } of own) {
    const key = keyOf({ type, outNo });
    const line = theirs.get(key);
    theirs.delete(key);
    const kind = kindOf(amount, line?.amount ?? null);
    const transactionId = line?.transactionId ?? '';
    if (kind) rows.push({ kind, type, outNo, transactionId, ours: amount, theirs: line?.amount ?? null });
  }
  for (const { type, outNo, transactionId, amount } of theirs.values())
    rows.push({ kind: ComparisonKind.unknownHere, type, outNo, transactionId, ours: null, theirs: amount });
  rows.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  return {
    rows,
    ours: own.reduce((sum, { type, amount }) => sum + signed(type, amount ?? 0), 0),
    theirs: bill.reduce((sum, { type, amount }) => sum + signed(type, amount), 0),
    refunds: bill.reduce((sum, { type, amount }) => sum + (type === TransactionType.refund ? amount : 0), 0),
  };
}

/** Returns null if neither side has moved money. */
function kindOf(ours: number | null, theirs: number | null): ComparisonKind | null {
  if (ours === null) return theirs === null ? null : ComparisonKind.notBookedHere;
  if (theirs === null) return ComparisonKind.missingThere;
  return ours === theirs ? ComparisonKind.agrees : ComparisonKind.amountsDiffer;
}
