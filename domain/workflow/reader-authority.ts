import { type Actor, Permission } from '../access/actor.ts';
import type { FieldAuthority, OrderState, ProcessDefinition, Task } from './model.ts';
import { copyFor, lastFinishedBy } from './queries.ts';

type ByField = Readonly<Record<string, FieldAuthority>>;

/**
 * What a person without an open task may see of a form: read-only, and while the order is under way, what was hidden at
 * the node that the person had last stays hidden; of who only got a copy, what was hidden at the node that it was sent
 * from. An ended order hides nothing from who may read it, and who never had a task (those above the organisation) reads
 * all. See docs/decisions/0055 and 0099.
 */
export function readerAuthority(
  state: OrderState,
  definition: ProcessDefinition,
  actor: Pick<Actor, 'staffId' | 'keys' | 'permissions'>,
  formCode: string,
): ByField {
  if (state.ended) return {};
  const last = lastFinishedBy(state, actor) ?? shownFrom(state, actor);
  const node = last && definition.nodes[last.nodeId];
  if (node?.kind !== 'userTask' && node?.kind !== 'start') return {};
  const named = node.fieldAuthority[formCode] ?? {};
  return Object.fromEntries(
    Object.entries(named).map(([field, authority]) => [field, authority === 0 ? 0 : 1]),
  );
}

/** The task that the copy of somebody came from who reads the order by nothing else. */
function shownFrom(
  state: OrderState,
  { permissions, keys }: Pick<Actor, 'keys' | 'permissions'>,
): Task | undefined {
  if (permissions.has(Permission.readAll) || permissions.has(Permission.administer)) return undefined;
  return state.tasks[(copyFor(state, { keys })?.taskId ?? 0) - 1];
}
