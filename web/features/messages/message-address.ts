import type { Message } from '#contract/messages.ts';
import { detailUrl } from '#web/toolkit/page/order-address.ts';

/** Where a message leads: to the very task that it calls to; undefined where it is about no work order. */
export function addressOf({ workorderCode, workorderTraceId }: Message): string | undefined {
  if (workorderCode === null) return undefined;
  return detailUrl(workorderCode, workorderTraceId === null ? {} : { traceId: workorderTraceId });
}
