import type { OutputOf } from '#contract/endpoint.ts';
import type { initiation, UnfinishedOrder } from '#contract/initiation.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import { applicantTexts } from '#domain/applicants/applicant-texts.ts';
import { normaliseCertCode } from '#domain/applicants/normalise-applicant.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { refuseAddingPapers } from '#domain/workflow/actions/add-papers.ts';
import type { Context } from '#server/framework/context.ts';
import { type Db, inTransaction } from '#server/kernel/database/transaction.ts';
import { isBucketFull, type RateLimit, reserveHits } from '#server/kernel/http/rate-limit.ts';
import { appendAudit } from '#server/modules/access/audit/service.ts';
import { asReader, readOrder, statusLabelOf } from '#server/modules/cases/work-orders/service.ts';
import {
  findCurrentItem,
  type ItemRecord,
  refuseUnknownItem,
} from '#server/modules/design/catalogue/service.ts';
import { findBlockingOrder, type UnfinishedOrderRow } from './queries.ts';

/**
 * The duplicate check reveals whether a person has an open matter, so it must be restricted: a limit of checks
 * an hour for each person, an audit record of every hit, and no text of the order itself. See
 * docs/decisions/0061.
 */

const allowedAnswer = { flag: true, msg: '', order: null };

const maxChecksPerHour = 120;
const maxHitsPerHour = 30;

const hitLimit = (actor: Actor): RateLimit => ({
  bucket: `repeat-hit:${actor.staffId}`,
  limit: maxHitsPerHour,
  windowSeconds: 3600,
});

/** Finds the order that prevents this certificate from starting the item, if the item has the duplicate check. */
export async function findUnfinishedOrder(
  db: Db,
  item: Pick<ItemRecord, 'task_code' | 'duplicate_check'>,
  certDigest: string,
): Promise<UnfinishedOrderRow | undefined> {
  return item.duplicate_check ? findBlockingOrder(db, item.task_code, certDigest) : undefined;
}

/**
 * Returns the message that refuses a second matter; names the first order only to a person who may read it.
 */
export async function describeUnfinished(
  { context, actor }: Pick<CheckCall, 'context' | 'actor'>,
  term: ApplicantTerm,
  { id, code, title, status }: UnfinishedOrderRow,
): Promise<{ msg: string; order: UnfinishedOrder | null }> {
  const unfinished = await readOrder(context, actor, { id });
  const msg = `申请权限校验不通过：${applicantTexts(term).hasUnfinished}`;
  if (isRefusal(unfinished)) return { msg, order: null };
  const noPapers = refuseAddingPapers(unfinished.order.state, asReader(actor, unfinished))?.message ?? '';
  const order = { code, title, status, statusLabel: statusLabelOf(status), noPapers };
  return { msg: `${msg}（流水号：${code}）`, order };
}

interface CheckCall {
  context: Context;
  actor: Actor;
  requestId: string;
}

/** Checks whether a person with this certificate may start the item now (S1 §5 duplicate check). */
export async function checkDuplicate(
  requester: CheckCall,
  query: { taskCode: string; certCode: string; certCategory: string },
): Promise<OutputOf<typeof initiation.check> | Refusal<'notFound' | 'tooManyRequests'>> {
  const { context, actor } = requester;
  const item = await findCurrentItem(context.db, query.taskCode);
  if (!item) return refuseUnknownItem();
  const certCode = normaliseCertCode(query.certCategory, query.certCode);
  if (!item.duplicate_check || certCode === '') return allowedAnswer;
  const rateLimit = { bucket: `repeat-check:${actor.staffId}`, limit: maxChecksPerHour, windowSeconds: 3600 };
  if (!(await reserveHits(context.db, [rateLimit], context.now()))) return refuse('tooManyRequests');
  const unfinished = await findUnfinishedOrder(context.db, item, context.crypto.searchHash(certCode));
  if (!unfinished) {
    // At the limit of hits all checks are refused: refusing only the hits would reveal the result.
    return (await hasReachedHitLimit(requester)) ? refuse('tooManyRequests') : allowedAnswer;
  }
  const refusal = await recordHit(requester, item.task_code);
  return (
    refusal ?? { flag: false, ...(await describeUnfinished(requester, item.applicant_word, unfinished)) }
  );
}

/** Checks whether this person has reached the limit of hits in this hour. */
export function hasReachedHitLimit({
  context,
  actor,
}: Pick<CheckCall, 'context' | 'actor'>): Promise<boolean> {
  return isBucketFull(context.db, hitLimit(actor), context.now());
}

/** Counts a hit and writes its audit record before it is returned; refuses one above the limit. */
export async function recordHit(
  { context, actor, requestId }: CheckCall,
  taskCode: string,
): Promise<Refusal<'tooManyRequests'> | null> {
  if (!(await reserveHits(context.db, [hitLimit(actor)], context.now()))) return refuse('tooManyRequests');
  await inTransaction(context.db, (tx) =>
    appendAudit(tx, context, {
      chain: 'repeat-check',
      actor,
      action: 'initiation.repeat-found',
      objectKind: 'business-item',
      objectId: taskCode,
      requestId,
    }),
  );
  return null;
}
