import type { DecisionWrite } from '#server/modules/handling/record-decision.queries.ts';
import { type AuditLink, emptyHead, nextLink, orderChain } from './chain.ts';
import { digestsOf } from './record-digests.ts';

/**
 * The link that a decision leaves on its order's chain: who, when and what come from what is written, and so do the
 * digests that it carries.
 */
export function linkOfDecision(write: DecisionWrite): AuditLink {
  const { head, signer, detail, requestId } = write.audit;
  const chain = orderChain(write.workorderId);
  return nextLink(
    head ? { chain, ...head } : emptyHead(chain),
    {
      at: write.at,
      staffId: write.actor.staffId,
      staffName: write.actor.name,
      action: `work-order.${write.action}`,
      objectKind: 'work-order',
      objectId: write.workorderId,
      detail,
      digests: digestsOf(write),
      requestId,
    },
    signer,
  );
}
