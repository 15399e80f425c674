import type { Message } from '#contract/messages.ts';
import { detailUrl } from '#web/toolkit/page/order-address.ts';

/**
 * Returns the address that a message opens: its task, or the file of an export; undefined if there is
 * nothing to open.
 */
export function addressOf({ kind, workorderCode, workorderTraceId }: Message): string | undefined {
  if (kind === 'export') return '/exports';
  if (workorderCode === null) return undefined;
  return detailUrl(workorderCode, workorderTraceId === null ? {} : { traceId: workorderTraceId });
}
