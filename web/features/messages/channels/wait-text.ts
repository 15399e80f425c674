import type { OutboundMessage } from '#contract/message-channels.ts';
import { minuteText } from '#domain/calendar/local-date.ts';

const minuteMs = 60_000;

/**
 * Returns when a waiting message is sent and why not at once: the last attempt failed, the quiet hours of the
 * recipient have not ended, or the number has received too many messages; empty if it does not wait for a
 * later time.
 */
export function waitText(
  row: Pick<OutboundMessage, 'state' | 'tries' | 'triedAt' | 'createdAt' | 'dueAt'>,
  now: Date,
): string {
  if (row.state !== 'waiting') return '';
  const dueAt = new Date(row.dueAt);
  const due = minuteText(dueAt);
  const today = minuteText(now).slice(0, 10);
  const time = due.startsWith(today) ? due.slice(11) : due.slice(5);
  if (row.tries > 0) return `定于 ${time} 重试`;
  // A message that is sent again by hand has been tried, and is due at once.
  if (row.triedAt !== null || dueAt <= new Date(row.createdAt)) return '';
  // Quiet hours end with a minute; the limit of a number ends some time after an earlier message.
  return `定于 ${time} 发送（${dueAt.getTime() % minuteMs === 0 ? '免打扰' : '超出限量'}）`;
}
