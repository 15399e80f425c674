import { describe, expect, it } from 'vitest';
import { TransactionType } from '../enumerations/payment.ts';
import { type BillLine, type OwnTransaction, reconcile } from './reconcile.ts';

const { pay, refund } = TransactionType;
const at = new Date('2026-03-02T02:00:00.000Z');
const line = (outNo: string, amount: number, type: TransactionType = pay): BillLine => ({
  type,
  outNo,
  transactionId: `t-${outNo}`,
  amount,
  at,
});
const own = (outNo: string, amount: number | null, type: TransactionType = pay): OwnTransaction => ({
  type,
  outNo,
  amount,
});
const kindsOf = (ours: OwnTransaction[], bill: BillLine[]) =>
  reconcile(ours, bill)
    .rows.filter(({ kind }) => kind !== 'agrees')
    .map(({ kind, outNo }) => [outNo, kind]);

describe('the reconciliation of a day (P18)', () => {
  it('finds what only one side has, other amounts, and money that was taken for a failed payment', () => {
    const ours = [own('1', 8000), own('2', 10_000), own('3', 55_000), own('4', null), own('5', null)];
    const bill = [line('1', 8000), line('2', 9000), line('4', 2000), line('9', 8000)];
    expect(kindsOf(ours, bill)).toEqual([
      ['2', 'amounts-differ'],
      ['3', 'missing-there'],
      ['4', 'not-booked-here'],
      ['9', 'unknown-here'],
    ]);
    expect(reconcile(ours, bill)).toMatchObject({ ours: 73_000, theirs: 27_000 });
  });

  it('compares refunds like payments, apart from a payment with the same number', () => {
    const ours = [own('1', 8000), own('1', 8000, refund), own('2', 500, refund)];
    const bill = [line('1', 8000), line('2', 400, refund), line('7', 100, refund)];
    expect(kindsOf(ours, bill)).toEqual([
      ['1', 'missing-there'],
      ['2', 'amounts-differ'],
      ['7', 'unknown-here'],
    ]);
    expect(reconcile(ours, bill)).toMatchObject({ ours: -500, theirs: 7500, refunds: 500 });
  });

  it('adds up rows of the bill with one number', () => {
    expect(kindsOf([own('1', 8000)], [line('1', 8000), line('1', 8000)])).toEqual([['1', 'amounts-differ']]);
  });

  it('has the same lists when it runs again, in whatever order the rows come', () => {
    const ours = [own('1', 1), own('2', 2), own('3', null)];
    const bill = [line('3', 3), line('9', 9), line('1', 1)];
    expect(reconcile(ours.toReversed(), bill.toReversed())).toEqual(reconcile(ours, bill));
  });

  it('of a day without transactions is empty', () => {
    expect(reconcile([], [])).toEqual({ rows: [], ours: 0, theirs: 0, refunds: 0 });
  });
});
