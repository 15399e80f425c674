import { type Actor, Permission } from '../access/actor.ts';
import type { FieldAuthority } from '../forms/authority.ts';
import { copyFor, lastFinishedBy } from './actions/queries.ts';
import type { OrderState, ProcessDefinition, Task } from './model/model.ts';

type AuthorityOfFields = Readonly<Record<string, FieldAuthority>>;

/**
 * Returns the field authority of a person without an open task: read-only. While the order is in process,
 * fields that were hidden at the person's last node stay hidden; for a person who only received a copy, those
 * hidden at the node from which it was sent. An ended order hides no fields from its readers, and a person
 * who never had a task (in a superior organisation) reads all. See docs/decisions/0055 and 0099.
 */
export function readerAuthority(
  state: OrderState,
  definition: ProcessDefinition,
  actor: Pick<Actor, 'staffId' | 'keys' | 'permissions'>,
  formCode: string,
): AuthorityOfFields {
  if (state.ended) return {};
  const last = lastFinishedBy(state, actor) ?? taskOfCopy(state, actor);
  const node = last && definition.nodes[last.nodeId];
  if (node?.kind !== 'userTask' && node?.kind !== 'start') return {};
  const ofNode = node.fieldAuthority[formCode] ?? {};
  return Object.fromEntries(
    Object.entries(ofNode).map(([field, authority]) => [field, authority === 0 ? 0 : 1]),
  );
}

/**
 * Returns the task whose copy allows this actor to read the order; undefined for a person who may read all
 * orders.
 */
function taskOfCopy(
  state: OrderState,
  { permissions, keys }: Pick<Actor, 'keys' | 'permissions'>,
): Task | undefined {
  if (permissions.has(Permission.readAll) || permissions.has(Permission.administer)) return undefined;
  return state.tasks[(copyFor(state, { keys })?.taskId ?? 0) - 1];
}
