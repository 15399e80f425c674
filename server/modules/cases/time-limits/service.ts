export { moveDueDates } from './move-limits.ts';
