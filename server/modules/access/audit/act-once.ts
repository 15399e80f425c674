import type { Endpoint, IdempotencyRefusal, RefusalOf } from '#contract/endpoint.ts';
import { isRefusal, type Refusal } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import type { Answer, AnswerText } from '#server/kernel/http/envelope.ts';
import { type IdempotentCall, runIdempotently } from '#server/kernel/http/idempotency.ts';
import { appendAudit, type NewAuditRecord } from './append.ts';

/** A mutating call of a person; a `Call` fits it. */
export interface ActingCall<E extends Endpoint> extends IdempotentCall<E> {
  readonly context: Context;
  readonly actor: { readonly staffId: string; readonly name: string };
  readonly requestId: string;
}

/** Entry of the audit log for an action; the person, the time and the request come from the call. */
export type ActionAuditRecord = Pick<
  NewAuditRecord,
  'chain' | 'action' | 'objectKind' | 'objectId' | 'detail'
>;

/** Carries a refusal out of the transaction, which is rolled back by it. */
class RefusalError<R extends Refusal> extends Error {
  readonly refusal: R;

  constructor(refusal: R) {
    super(refusal.refused);
    this.refusal = refusal;
  }
}

/**
 * Makes a change that is no decision on an order: in one transaction, once for an idempotency key, with one
 * audit record. A refusal rolls back everything that the work has written.
 */
export async function actOnce<E extends Endpoint>(
  call: ActingCall<E>,
  work: (tx: Tx) => Promise<{ answer: Answer<E>; auditRecord: ActionAuditRecord } | RefusalOf<E>>,
): Promise<AnswerText | RefusalOf<E> | IdempotencyRefusal> {
  const { context, actor, requestId } = call;
  try {
    return await inTransaction(context.db, (tx) =>
      runIdempotently(tx, call, async () => {
        const result = await work(tx);
        if (isRefusal(result)) throw new RefusalError(result);
        await appendAudit(tx, context, { ...result.auditRecord, actor, requestId });
        return result.answer;
      }),
    );
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal;
    throw error;
  }
}
