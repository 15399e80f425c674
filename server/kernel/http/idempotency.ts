import { hash } from 'node:crypto';
import type { Endpoint, OnceOnlyRefusal, RefusalOf } from '#contract/endpoint.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { canonicalJson } from './canonical-json.ts';
import { type Answer, type AnswerText, writeAnswer } from './envelope.ts';

/** Tells whether two requests asked for the same thing, whatever the order of their keys. */
export function hashRequest(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  sent: { params: unknown; query: unknown; body: unknown },
): string {
  const text = canonicalJson([endpoint.method, endpoint.path, sent.params, sent.query, sent.body]);
  return hash('sha256', text, 'base64url');
}

/**
 * Returns the key of a request that came without a key: the same request of the same person is the same
 * intention, for as long as keys are kept. The object of the action stands in the request as the trace of one
 * visit; where it does not, `visit` distinguishes the visits. A sent key holds no colon, so the two kinds
 * never meet. See docs/decisions/0060.
 */
export function derivedKey(call: { requestHash: string }, visit = ''): string {
  return `auto:${call.requestHash}:${visit}`;
}

/** A request that names no visit is the same intention for this long; after it, another matter that reads the same. */
const sameIntentionMinutes = 10;

/** Derived keys of a request that names no visit: of the ten minutes in which it came, and of those before. */
export function derivedKeysByTime(call: { requestHash: string }, now: Date, visit = ''): [string, string] {
  const span = Math.floor(now.getTime() / (sameIntentionMinutes * 60_000));
  const at = (one: number) => (visit === '' ? String(one) : `${one}.${visit}`);
  return [derivedKey(call, at(span)), derivedKey(call, at(span - 1))];
}

/** Parts of a call that `onceOnly` needs; a `Call` fits it. */
export interface OnceOnlyCall<E extends Endpoint> {
  readonly endpoint: E;
  readonly actor: { readonly staffId: string };
  readonly idempotencyKey: string | undefined;
  readonly requestHash: string;
  readonly context: { now(): Date };
}

/**
 * Does the work once for a key of a person: the same request again gets the byte-identical first answer,
 * another request under the same key is refused. The key is written in the transaction of the work, so that they stand
 * or fall together; a simulator that arrives meanwhile waits at the primary key. A refusal leaves no key behind.
 */
export async function onceOnly<E extends Endpoint>(
  tx: Tx,
  call: OnceOnlyCall<E>,
  work: () => Promise<Answer<E>>,
): Promise<AnswerText | RefusalOf<E> | OnceOnlyRefusal> {
  const { endpoint, idempotencyKey: key } = call;
  if (key === undefined) return writeOut(endpoint, await work());

  const mine = await tx
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
  const ofThisKey = { staff_id: call.actor.staffId, key };

  if (!mine) {
    const first = await tx
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'answer'])
      .where((row) => row.and(ofThisKey))
      .executeTakeFirst();
    return answerAgain(first, call.requestHash);
  }

  const answer = writeOut(endpoint, await work());
  if (isRefusal(answer)) {
    await tx
      .deleteFrom('idempotency_keys')
      .where((row) => row.and(ofThisKey))
      .execute();
    return answer;
  }
  await tx
    .updateTable('idempotency_keys')
    .set({ answer: answer.answerText })
    .where((row) => row.and(ofThisKey))
    .execute();
  return answer;
}

/** Returns the answer that the request got before under one of its keys; undefined when none of them is known. */
export async function answeredUnder(
  db: Db,
  { actor, requestHash }: Pick<OnceOnlyCall<Endpoint>, 'actor' | 'requestHash'>,
  keys: readonly string[],
): Promise<AnswerText | OnceOnlyRefusal | undefined> {
  const first = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('staff_id', '=', actor.staffId)
    .where('key', 'in', [...keys])
    .executeTakeFirst();
  return first && answerAgain(first, requestHash);
}

/** Returns the answer to the second request under a key, given the row that the first one left. */
export function answerAgain(
  first: { request_hash: string; answer: string } | undefined,
  requestHash: string,
): AnswerText | OnceOnlyRefusal {
  if (!first) return refuse('stillRunning');
  if (first.request_hash !== requestHash) return refuse('idempotencyKeyReused');
  return { answerText: first.answer };
}

function writeOut<E extends Endpoint>(endpoint: E, answer: Answer<E>): AnswerText | RefusalOf<E> {
  if (isRefusal(answer)) return answer;
  if (typeof answer === 'object' && answer !== null && 'answerText' in answer) return answer as AnswerText;
  return { answerText: writeAnswer(endpoint, answer) };
}

/** A browser repeats a request within minutes; a week is ample. */
const keptDays = 7;

export async function dropOldKeys(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * 86_400_000);
  await db.deleteFrom('idempotency_keys').where('created_at', '<', oldest).execute();
}
