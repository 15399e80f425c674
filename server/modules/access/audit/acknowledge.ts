import type { audit } from '#contract/audit.ts';
import { Permission } from '#domain/access/actor.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import { acknowledgeAction } from './acknowledged.ts';
import { actIfStillAllowed } from './act-if-still-allowed.ts';
import type { ActingCall } from './act-once.ts';
import * as queries from './verification.queries.ts';

/** The number of stored verification runs. */
const maxVerifications = 20;

const isMarked = (
  one: string | queries.StoredFinding | undefined,
  mark: string,
): one is queries.StoredFinding => typeof one === 'object' && one.mark === mark;

/**
 * Acknowledges a finding of the newest run that contains it, with a reason. It appears in every later run as
 * acknowledged; a later change at the same place is another finding.
 */
export async function acknowledgeFinding(
  call: ActingCall<typeof audit.acknowledge>,
  mark: string,
  reason: string,
) {
  return await actIfStillAllowed(call, { permission: Permission.readAudit }, async (tx) => {
    const runs = await queries.listVerifications(tx, maxVerifications);
    const [run] = runs.filter(({ findings }) => findings.some((one) => isMarked(one, mark)));
    const finding = run?.findings.find((one) => isMarked(one, mark));
    if (run === undefined || !isMarked(finding, mark)) return refuse('notFound');
    await queries.markAcknowledged(tx, run.id, mark, {
      by: call.actor.name,
      at: call.context.now().toISOString(),
      reason,
    });
    return {
      answer: {},
      note: {
        chain: 'audit',
        action: acknowledgeAction,
        objectKind: 'finding',
        objectId: mark,
        detail: { finding: finding.text, reason },
      },
    };
  });
}
