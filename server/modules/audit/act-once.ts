import type { Endpoint, OnceOnlyRefusal, RefusalOf } from '#contract/endpoint.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/context/context.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import type { Answer, AnswerText } from '#server/http/envelope.ts';
import { type OnceOnlyCall, onceOnly } from '#server/http/idempotency.ts';
import { type AuditNote, appendAudit } from './append.ts';

/** A mutating call of a person; a `Call` fits it. */
export interface ActingCall<E extends Endpoint> extends OnceOnlyCall<E> {
  readonly context: Context;
  readonly actor: { readonly staffId: string; readonly name: string };
  readonly requestId: string;
}

/** What the trail says of it; who, when and by which request come from the call. */
export type ActNote = Pick<AuditNote, 'chain' | 'action' | 'objectKind' | 'objectId' | 'detail'>;

/**
 * Does a change that is no decision on an order: one transaction, once for an idempotency key, with one audit link.
 * A refusal leaves nothing behind.
 */
export function actOnce<E extends Endpoint>(
  call: ActingCall<E>,
  work: (tx: Tx) => Promise<{ answer: Answer<E>; note: ActNote } | RefusalOf<E>>,
): Promise<AnswerText | RefusalOf<E> | OnceOnlyRefusal> {
  const { context, actor, requestId } = call;
  return inTransaction(context.db, (tx) =>
    onceOnly(tx, call, async () => {
      const done = await work(tx);
      if (isRefusal(done)) return done;
      await appendAudit(tx, context, { ...done.note, actor, requestId });
      return done.answer;
    }),
  );
}
