/** Limits of payments; amounts are whole fen (分), so that no sum is ever rounded. */
export const paymentLimits = {
  /** 999,999,999.99 yuan, far below the numbers that JavaScript no longer counts exactly. */
  maxFen: 99_999_999_999,
  feeItems: 50,
  /** Rows of one order of payment. */
  lines: 50,
  quantity: 9_999,
  codeLength: 40,
  nameLength: 100,
  basisLength: 200,
  unitLength: 10,
  reasonLength: 200,
  /** Codes that one payment may have had: each of them is a possible transaction at the gateway. */
  tries: 30,
  /** Refunds of one transaction, as gateways allow them. */
  refundsOfTry: 50,
  /** Days after which a gateway no longer accepts a refund: it is paid in another way, and recorded. */
  refundDays: 365,
  /** Minutes for which a code can be paid. */
  codeMinutes: 15,
  /** Refused notices of an hour whose text is stored; more are only counted. */
  refusedNoticesPerHour: 100,
  noticesPerMinuteOfAddress: 600,
  /** Days for which notices are stored. */
  noticeDays: 400,
  /** Rows of one day's bill. */
  billLines: 100_000,
} as const;

/**
 * Minutes after which the gateway is asked for the state of an open code, counted from its opening; after the last
 * entry it is asked every `lastMinutes`.
 */
export const queryTable = { minutes: [1, 5, 10, 30], lastMinutes: 60 } as const;

/** The same for refunds, which last from seconds to weeks; only the gateway's answer ends one. */
export const refundQueryTable = { minutes: [1, 5, 10, 30, 60, 180], lastMinutes: 360 } as const;

/** The same for notices that are not applied yet, such as one that arrived before the payment was visible. */
export const noticeTable = { minutes: [1, 2, 5, 10, 30], lastMinutes: 60 } as const;

/** Number of attempts after which a notice without a payment stays unapplied; the day's bill shows its money. */
export const maxNoticeAttempts = 80;

interface AttemptTable {
  minutes: readonly number[];
  lastMinutes: number;
}

/** Returns when the next attempt is due, after a number of attempts since `from`. */
export function nextAttemptAt({ minutes, lastMinutes }: AttemptTable, attempts: number, from: Date): Date {
  const listed = minutes[attempts];
  const last = minutes.at(-1) ?? 0;
  const after = listed ?? last + (attempts - minutes.length + 1) * lastMinutes;
  return new Date(from.getTime() + after * 60_000);
}
