import type { Actor } from '../access/actor.ts';
import type { FieldAuthority, OrderState, ProcessDefinition } from './model.ts';
import { lastFinishedBy } from './queries.ts';

type ByField = Readonly<Record<string, FieldAuthority>>;

/**
 * What a person without an open task may see of a form: read-only, and while the order is under way, what was hidden at
 * the node that the person had last stays hidden. An ended order hides nothing from who may read it, and who never had
 * a task (those above the organisation) reads all. See docs/decisions/0055.
 */
export function readerAuthority(
  state: OrderState,
  definition: ProcessDefinition,
  actor: Pick<Actor, 'staffId'>,
  formCode: string,
): ByField {
  if (state.ended) return {};
  const last = lastFinishedBy(state, actor);
  const node = last && definition.nodes[last.nodeId];
  if (node?.kind !== 'userTask' && node?.kind !== 'start') return {};
  const named = node.fieldAuthority[formCode] ?? {};
  return Object.fromEntries(
    Object.entries(named).map(([field, authority]) => [field, authority === 0 ? 0 : 1]),
  );
}
