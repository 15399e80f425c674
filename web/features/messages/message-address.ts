import type { Message } from '#contract/messages.ts';
import { detailUrl } from '#web/toolkit/page/order-address.ts';

/** Where a message leads: to the very task that it calls to; an export to its file; undefined where it is about nothing that opens. */
export function addressOf({ kind, workorderCode, workorderTraceId }: Message): string | undefined {
  if (kind === 'export') return '/exports';
  if (workorderCode === null) return undefined;
  return detailUrl(workorderCode, workorderTraceId === null ? {} : { traceId: workorderTraceId });
}
