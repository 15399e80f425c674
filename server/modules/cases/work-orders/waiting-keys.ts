import type { ActiveSubstitution, Actor } from '#domain/access/actor.ts';
import { type Fragment, fragment, plainText } from '#server/kernel/database/fragment.ts';

/**
 * The keys by which tasks wait for a person: their own, and those that others have lent
 * (docs/decisions/0108).
 */
export type KeyHolder = Pick<Actor, 'staffId' | 'keys' | 'substitutions'>;

interface LentKey {
  key: string;
  since: string | null;
  until: string | null;
  task_codes: readonly string[] | null;
}

/**
 * Returns the lent keys as rows of `key`, `since`, `until` and `task_codes`, in a text that is the same for
 * any number of them.
 */
function lentKeys(substitutions: readonly ActiveSubstitution[], own: readonly string[] = []): Fragment {
  const rows = substitutions.flatMap(({ keys, since, until = null, taskCodes }) =>
    keys
      .filter((key) => !own.includes(key))
      .map((key): LentKey => ({ key, since, until, task_codes: taskCodes })),
  );
  return fragment`(select key, since, until, task_codes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as lent(key text, since timestamptz, until timestamptz, task_codes text[]))`;
}

/**
 * Returns rows `mine` with the keys of a person; without substitutions the statement is unchanged. A key of
 * the person's own never counts as lent.
 */
export function keyRowsOf({ keys, substitutions = [] }: KeyHolder): Fragment {
  if (substitutions.length === 0) return fragment`unnest(${[...keys]}::text[]) mine(key)`;
  return fragment`(
    select key, null::timestamptz as since, null::timestamptz as until, null::text[] as task_codes, false as lent
    from unnest(${[...keys]}::text[]) key
    union all
    select key, since, until, task_codes, true from ${lentKeys(substitutions, keys)} theirs) mine`;
}

/**
 * Returns the conditions, beyond the list's filters, on an inbox row `i` with a lent key of `keys`: the rule
 * covers its item, its task was opened while the rule applies and was not requested by the substitute, and
 * its order was not initiated by the substitute.
 */
export function lentPart({ staffId, substitutions = [] }: KeyHolder, keys: 'mine' | 'counted'): Fragment {
  if (substitutions.length === 0) return plainText('');
  const alias = plainText(keys);
  return fragment` and (not ${alias}.lent or ((${alias}.task_codes is null or i.task_code = any(${alias}.task_codes)) and exists (
    select from work_orders w join traces t on t.workorder_id = w.id and t.number = i.number
    where w.id = i.workorder_id and w.initiator_id <> ${staffId}
      and ${staffId} <> all(t.asked_by) and (${alias}.since is null or t.started_at >= ${alias}.since)
      and (${alias}.until is null or t.started_at < ${alias}.until))))`;
}

/**
 * Returns `or` and the condition that a task `t` of an order `o` is lent to this substitute; empty for a
 * person who is no substitute. `absentPersonForTask` and `actorForOrder` decide the same on a state. A substitute
 * never handles an own matter.
 */
export function orLentTask({ staffId, substitutions = [] }: KeyHolder): Fragment {
  if (substitutions.length === 0) return plainText('');
  return fragment` or (o.initiator_id <> ${staffId} and ${staffId} <> all(t.asked_by) and exists (
    select from ${lentKeys(substitutions)} l where l.key = any(t.candidates)
      and (l.since is null or t.started_at >= l.since) and (l.until is null or t.started_at < l.until) and (l.task_codes is null or o.task_code = any(l.task_codes))))`;
}
