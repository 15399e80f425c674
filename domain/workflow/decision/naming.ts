/**
 * Rules about the people who may be named for the next nodes (S1 §5), from the definition and from the people
 * in service.
 */
import type { Problem } from '../../refusals/refusals.ts';
import { maxSeats } from '../model/limits.ts';
import type {
  Addressee,
  DecisionContext,
  Naming,
  NextHandlers,
  NodeButton,
  UserTaskNode,
} from '../model/model.ts';
import type { Action } from './action.ts';
import type { DecisionBuilder } from './builder.ts';
import { configuredKeys } from './candidates.ts';

/** Returns the naming that a button allows: by the definition, else by its action. */
export function namingOf({ names }: Pick<NodeButton, 'names'>, action: Pick<Action, 'naming'>): Naming {
  return names ?? action.naming ?? 'nobody';
}

/** Returns the field of a problem with the names for a node; on the wire it has its own field. */
export const namedField = (nodeId: string) => `nextHandlers.${nodeId}`;

/**
 * Returns all problems of the people named with a button, each at its node. The builder is in the state after
 * the task is done and the button is applied, so that a node's own candidates are those that it will really
 * have.
 */
export function problemsOfNamedHandlers(
  builder: DecisionBuilder,
  button: NodeButton,
  naming: Naming,
  nextHandlers: NextHandlers,
): Problem[] {
  return Object.entries(nextHandlers).flatMap(([nodeId, keys]) => {
    const node = builder.context.definition.nodes[nodeId];
    const problem = (message: string) => ({ field: namedField(nodeId), message });
    if (node?.kind !== 'userTask') return [problem('不是可以指定处理人的环节')];
    if (keys.length === 0) return [];
    if (naming === 'nobody') return [problem(`“${button.name}”不能指定处理人`)];
    if (node.instances && new Set(keys).size > maxSeats)
      return [problem(`“${node.name}”由多人办理，最多指定${maxSeats}个处理人`)];
    const candidateKeys = allowedKeys(builder, node);
    return [...new Set(keys)].flatMap((key) => {
      const message = problemOf(key, builder.context, { naming, node, candidateKeys });
      return message === null ? [] : [problem(message)];
    });
  });
}

/** Returns the keys that may be named at a node; null if every person who may handle matters can be named. */
function allowedKeys(builder: DecisionBuilder, node: UserTaskNode): readonly string[] | null {
  return node.named === 'candidates' ? configuredKeys(builder.state, node, builder.context) : null;
}

/**
 * Checks whether this key may be named for the node; pickers offer names by it and `decide` refuses by it.
 */
export function mayBeNamed(
  builder: DecisionBuilder,
  naming: Naming,
  node: UserTaskNode,
  key: string,
): boolean {
  return (
    naming !== 'nobody' &&
    problemOf(key, builder.context, { naming, node, candidateKeys: allowedKeys(builder, node) }) === null
  );
}

function problemOf(
  key: string,
  context: DecisionContext,
  {
    naming,
    node,
    candidateKeys,
  }: { naming: Naming; node: UserTaskNode; candidateKeys: readonly string[] | null },
): string | null {
  const error = problemOfAddressee(key, context, naming);
  if (error !== null) return error;
  const addressee = context.addressee(key);
  const isOwn =
    candidateKeys === null || addressee === undefined || matchesKeyOrPerson(key, addressee, candidateKeys);
  return isOwn ? null : `“${addressee.name}”不是环节“${node.name}”的候选处理人`;
}

/** Returns the message about a key that belongs to no person or post. */
export function problemOfUnknown(key: string): string {
  return `“${key}”不是有效的处理人`;
}

/**
 * Returns the reason why the key cannot be given work: no person in service, not allowed to handle, or only
 * oneself.
 */
export function problemOfAddressee(key: string, context: DecisionContext, naming: Naming): string | null {
  const addressee = context.addressee(key);
  if (addressee === undefined) return problemOfUnknown(key);
  if (addressee.availability === 'absent') return `“${addressee.name}”已停用或无人在岗，不能指定为处理人`;
  if (addressee.availability === 'unable') return `“${addressee.name}”没有办理权限，不能指定为处理人`;
  const isSelf = naming !== 'anyone' && addressee.soleStaffId === context.actor.staffId;
  return isSelf ? '不能指定自己为处理人' : null;
}

/** Checks whether a key is one of the node's candidate keys, or a person who has one. */
function matchesKeyOrPerson(key: string, addressee: Addressee, candidateKeys: readonly string[]): boolean {
  return (
    candidateKeys.includes(key) || addressee.keys.some((addresseeKey) => candidateKeys.includes(addresseeKey))
  );
}
