export { exportablePaymentDay } from './exportable-day.ts';
export { followPayments } from './follow.ts';
export type { StoredPayment } from './ledger.queries.ts';
export { applyNotices } from './notices.ts';
export { pollPayments } from './poll.ts';
export { fetchBills } from './reconcile.ts';
export { wholePayment } from './whole-payment.ts';
