import { hash } from 'node:crypto';
import type { Endpoint, IdempotencyRefusal, RefusalOf } from '#contract/endpoint.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { canonicalJson } from './canonical-json.ts';
import { type Answer, type AnswerText, writeAnswer } from './envelope.ts';

/** Returns a hash by which two equal requests are recognised, whatever the order of their keys. */
export function hashRequest(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  input: { params: unknown; query: unknown; body: unknown },
): string {
  const text = canonicalJson([endpoint.method, endpoint.path, input.params, input.query, input.body]);
  return hash('sha256', text, 'base64url');
}

/**
 * Returns the key of a request that was sent without one: an equal request of the same person counts as a
 * repetition for as long as keys are stored. The object of the action is in the request as the trace of one
 * visit; if it is not, `visit` distinguishes the visits. A sent key contains no colon, so that the two kinds
 * never collide. See docs/decisions/0060.
 */
export function derivedKey(call: { requestHash: string }, visit = ''): string {
  return `auto:${call.requestHash}:${visit}`;
}

/** An equal request without a visit counts as a repetition for this long; afterwards it is a new one. */
const sameIntentionMinutes = 10;

/**
 * Returns derived keys for a request without a visit: of the ten minutes in which it arrived, and of the ten
 * before.
 */
export function derivedKeysByTime(call: { requestHash: string }, now: Date, visit = ''): [string, string] {
  const span = Math.floor(now.getTime() / (sameIntentionMinutes * 60_000));
  const suffixOf = (one: number) => (visit === '' ? String(one) : `${one}.${visit}`);
  return [derivedKey(call, suffixOf(span)), derivedKey(call, suffixOf(span - 1))];
}

/** Parts of a call that `runIdempotently` needs; `Call` has them. */
export interface IdempotentCall<E extends Endpoint> {
  readonly endpoint: E;
  readonly actor: { readonly staffId: string };
  readonly idempotencyKey: string | undefined;
  readonly requestHash: string;
  readonly context: { now(): Date };
}

/**
 * Does the work once for a key of a person: a repeated request gets the byte-identical first answer, another
 * request with the same key is refused. The key is written in the transaction of the work, so that both are
 * committed or neither; an equal request that arrives meanwhile waits at the primary key. A refusal stores no
 * key.
 */
export async function runIdempotently<E extends Endpoint>(
  tx: Tx,
  call: IdempotentCall<E>,
  work: () => Promise<Answer<E>>,
): Promise<AnswerText | RefusalOf<E> | IdempotencyRefusal> {
  const { endpoint, idempotencyKey: key } = call;
  if (key === undefined) return toAnswerText(endpoint, await work());

  const ownRow = await tx
    .insertInto('idempotency_keys')
    .values({
      staff_id: call.actor.staffId,
      key,
      endpoint: endpoint.path,
      request_hash: call.requestHash,
      answer: '',
      created_at: call.context.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  const thisKey = { staff_id: call.actor.staffId, key };

  if (!ownRow) {
    const first = await tx
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'answer'])
      .where((row) => row.and(thisKey))
      .executeTakeFirst();
    return repeatAnswer(first, call.requestHash);
  }

  const answer = toAnswerText(endpoint, await work());
  if (isRefusal(answer)) {
    await tx
      .deleteFrom('idempotency_keys')
      .where((row) => row.and(thisKey))
      .execute();
    return answer;
  }
  await tx
    .updateTable('idempotency_keys')
    .set({ answer: answer.answerText })
    .where((row) => row.and(thisKey))
    .execute();
  return answer;
}

/** Returns the earlier answer to the request under one of its keys; undefined if there is none. */
export async function findAnswer(
  db: Db,
  { actor, requestHash }: Pick<IdempotentCall<Endpoint>, 'actor' | 'requestHash'>,
  keys: readonly string[],
): Promise<AnswerText | IdempotencyRefusal | undefined> {
  const first = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('staff_id', '=', actor.staffId)
    .where('key', 'in', [...keys])
    .executeTakeFirst();
  return first && repeatAnswer(first, requestHash);
}

/** Returns the answer to the second request with a key, from the row of the first one. */
export function repeatAnswer(
  first: { request_hash: string; answer: string } | undefined,
  requestHash: string,
): AnswerText | IdempotencyRefusal {
  if (!first) return refuse('stillRunning');
  if (first.request_hash !== requestHash) return refuse('idempotencyKeyReused');
  return { answerText: first.answer };
}

function toAnswerText<E extends Endpoint>(endpoint: E, answer: Answer<E>): AnswerText | RefusalOf<E> {
  if (isRefusal(answer)) return answer;
  if (typeof answer === 'object' && answer !== null && 'answerText' in answer) return answer as AnswerText;
  return { answerText: writeAnswer(endpoint, answer) };
}

/** A browser repeats a request within minutes; a week is ample. */
const retentionDays = 7;

export async function deleteOldKeys(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - retentionDays * 86_400_000);
  await db.deleteFrom('idempotency_keys').where('created_at', '<', oldest).execute();
}
