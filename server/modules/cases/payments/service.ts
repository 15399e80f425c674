export { followPayments } from './follow.ts';
export { applyNotices } from './notices.ts';
export { pollPayments } from './poll.ts';
export { fetchBills } from './reconcile.ts';
