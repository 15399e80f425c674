import type { audit } from '#contract/audit.ts';
import { Permission } from '#domain/access/actor.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import { acknowledgeAction } from './acknowledged.ts';
import { actIfStillAllowed } from './act-if-still-allowed.ts';
import type { ActingCall } from './act-once.ts';
import * as queries from './verification.queries.ts';

/** The number of stored verification runs. */
const maxVerifications = 20;

const hasId = (
  one: string | queries.StoredFinding | undefined,
  findingId: string,
): one is queries.StoredFinding => typeof one === 'object' && one.mark === findingId;

/**
 * Acknowledges a finding of the newest run that contains it, with a reason. It appears in every later run as
 * acknowledged; a later change of the same object is another finding.
 */
export async function acknowledgeFinding(
  call: ActingCall<typeof audit.acknowledge>,
  findingId: string,
  reason: string,
) {
  return await actIfStillAllowed(call, { permission: Permission.readAudit }, async (tx) => {
    const runs = await queries.listVerifications(tx, maxVerifications);
    const [run] = runs.filter(({ findings }) => findings.some((one) => hasId(one, findingId)));
    const finding = run?.findings.find((one) => hasId(one, findingId));
    if (run === undefined || !hasId(finding, findingId)) return refuse('notFound');
    await queries.markAcknowledged(tx, run.id, findingId, {
      by: call.actor.name,
      at: call.context.now().toISOString(),
      reason,
    });
    return {
      answer: {},
      auditRecord: {
        chain: 'audit',
        action: acknowledgeAction,
        objectKind: 'finding',
        objectId: findingId,
        detail: { finding: finding.text, reason },
      },
    };
  });
}
