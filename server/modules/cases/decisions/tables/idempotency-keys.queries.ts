import { type Fragment, fragment } from '#server/kernel/database/fragment.ts';
import { codePlaceholder, type Decision, type IdempotentAnswer, isNewOrder } from '../decision.ts';

/**
 * Inserts the key of the request with its complete answer, into which a new order's public code is inserted.
 */
export function insertIdempotencyKey(
  { order, actor, at }: Decision,
  { key, endpoint, requestHash, answer }: IdempotentAnswer,
): Fragment {
  const written = isNewOrder(order)
    ? fragment`replace(${answer}, ${codePlaceholder}, (select code from public_code))`
    : fragment`${answer}`;
  return fragment`answered_key as (
  insert into idempotency_keys (staff_id, key, endpoint, request_hash, answer, created_at)
  select ${actor.staffId}, ${key}, ${endpoint}, ${requestHash}, ${written}, ${at}
  from written_state s
)`;
}
