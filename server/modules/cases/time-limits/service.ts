export { moveDueDates } from './move-limits.ts';
export { exportableMoved } from './moved-orders.ts';
