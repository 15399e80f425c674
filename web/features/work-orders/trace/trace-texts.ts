import type { Trace } from '#contract/work-orders.ts';
import { overdueDays } from '#domain/calendar/due-light.ts';
import { isClosed } from '#domain/workflow/trace-texts.ts';
import { isPending } from './trace-order.ts';

export { isClosed, operationLabel } from '#domain/workflow/trace-texts.ts';

/** Returns the handler of the row, or its candidates: three names at most, then the total number. */
export function handlerText(trace: Trace): string {
  if (trace.handlerName !== '') return trace.handlerName;
  if (trace.candidateNames.length === 0) return isPending(trace) ? '待分配处理人' : '系统';
  const names = trace.candidateNames.slice(0, 3).join('、');
  return trace.candidateNames.length > 3 ? `${names} 等 ${trace.candidateNames.length} 个处理人` : names;
}

/** Checks that a row is a copy of the order to other people (抄送). */
export function isCopy({ flowNodeId, handlerOperation, receiverNames }: Trace): boolean {
  return flowNodeId === null && handlerOperation === null && receiverNames.length > 0;
}

/** Returns the recipients of a copy or an urge: five names at most, then the total number. */
export function recipientText({ receiverNames }: Trace): string {
  const names = receiverNames.slice(0, 5).join('、');
  return receiverNames.length > 5 ? `${names} 等 ${receiverNames.length} 个对象` : names;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns a duration in its two largest units, `2 天 3 小时`; below a minute `不足 1 分钟`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < minute) return '不足 1 分钟';
  const days = Math.floor(milliseconds / day);
  const hours = Math.floor((milliseconds % day) / hour);
  const minutes = Math.floor((milliseconds % hour) / minute);
  if (days > 0) return hours > 0 ? `${days} 天 ${hours} 小时` : `${days} 天`;
  if (hours > 0) return minutes > 0 ? `${hours} 小时 ${minutes} 分钟` : `${hours} 小时`;
  return `${minutes} 分钟`;
}

export function durationOf(trace: Trace): string | undefined {
  if (trace.endTime === null) return undefined;
  return durationText(Date.parse(trace.endTime) - Date.parse(trace.startTime));
}

/** Returns `超期 2 天` of a row that a handler finished after its due date; else an empty text. */
export function latenessOf(trace: Trace): string {
  const { due, endTime } = trace;
  if (!due.dueAt || endTime === null || isClosed(trace)) return '';
  const days = overdueDays(new Date(due.dueAt), new Date(endTime));
  return days > 0 ? `超期 ${days} 天` : '';
}

/** Checks that a row ended less than a minute after its beginning. */
export function isMomentary(trace: Trace): boolean {
  return trace.endTime !== null && Date.parse(trace.endTime) - Date.parse(trace.startTime) < minute;
}
