import type { audit } from '#contract/audit.ts';
import { Permission } from '#domain/access/actor.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import { acknowledging } from './acknowledged.ts';
import { actIfStillAllowed } from './act-if-still-allowed.ts';
import type { ActingCall } from './act-once.ts';
import * as queries from './verification.queries.ts';

/**
 * Says of one finding of the last walk why it is known. It stays in every later walk, as acknowledged; whatever changes at
 * the same place afterwards is another finding.
 */
export async function acknowledgeFinding(
  call: ActingCall<typeof audit.acknowledge>,
  mark: string,
  reason: string,
) {
  return await actIfStillAllowed(call, { permission: Permission.readAudit }, async (tx) => {
    const [last] = await queries.listVerifications(tx, 1);
    const found = last?.findings.find((one) => typeof one !== 'string' && one.mark === mark);
    if (found === undefined || typeof found === 'string') return refuse('notFound');
    await queries.markAcknowledged(tx, last?.id ?? '', mark, {
      by: call.actor.name,
      at: call.context.now().toISOString(),
      reason,
    });
    return {
      answer: {},
      note: {
        chain: 'audit',
        action: acknowledging,
        objectKind: 'finding',
        objectId: mark,
        detail: { finding: found.text, reason },
      },
    };
  });
}
