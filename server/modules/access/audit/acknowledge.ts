import type { audit } from '#contract/audit.ts';
import { Permission } from '#domain/access/actor.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import { acknowledging } from './acknowledged.ts';
import { actIfStillAllowed } from './act-if-still-allowed.ts';
import type { ActingCall } from './act-once.ts';
import * as queries from './verification.queries.ts';

/** As many as are kept. */
const walksKept = 20;

const isMarked = (
  one: string | queries.StoredFinding | undefined,
  mark: string,
): one is queries.StoredFinding => typeof one === 'object' && one.mark === mark;

/**
 * Says of one finding of the newest walk that has it why it is known. It stays in every later walk, as acknowledged; whatever changes at
 * the same place afterwards is another finding.
 */
export async function acknowledgeFinding(
  call: ActingCall<typeof audit.acknowledge>,
  mark: string,
  reason: string,
) {
  return await actIfStillAllowed(call, { permission: Permission.readAudit }, async (tx) => {
    const walks = await queries.listVerifications(tx, walksKept);
    const [walk] = walks.filter(({ findings }) => findings.some((one) => isMarked(one, mark)));
    const found = walk?.findings.find((one) => isMarked(one, mark));
    if (walk === undefined || !isMarked(found, mark)) return refuse('notFound');
    await queries.markAcknowledged(tx, walk.id, mark, {
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
