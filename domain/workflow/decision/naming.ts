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
export function namingOf({ names }: Pick<NodeButton, 'names'>, action: Pick<Action, 'names'>): Naming {
  return names ?? action.names ?? 'nobody';
}

/** Returns the field of a problem with the names for a node; on the wire it has a place of its own. */
export const namedField = (nodeId: string) => `nextHandlers.${nodeId}`;

/**
 * Returns all problems of the people named with a button, each at its node. The builder is in the state after
 * the task is done and the button is applied, so that a node's own candidates are those that it will really
 * have.
 */
export function checkNamed(
  builder: DecisionBuilder,
  button: NodeButton,
  naming: Naming,
  named: NextHandlers,
): Problem[] {
  return Object.entries(named).flatMap(([nodeId, keys]) => {
    const node = builder.context.definition.nodes[nodeId];
    const problem = (message: string) => ({ field: namedField(nodeId), message });
    if (node?.kind !== 'userTask') return [problem('不是可以指定处理人的环节')];
    if (keys.length === 0) return [];
    if (naming === 'nobody') return [problem(`“${button.name}”不能指定处理人`)];
    if (node.instances && new Set(keys).size > maxSeats)
      return [problem(`“${node.name}”由多人办理，最多指定${maxSeats}个处理人`)];
    const own = allowedKeys(builder, node);
    return [...new Set(keys)].flatMap((key) => {
      const message = problemOf(key, builder.context, { naming, node, own });
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
    problemOf(key, builder.context, { naming, node, own: allowedKeys(builder, node) }) === null
  );
}

function problemOf(
  key: string,
  context: DecisionContext,
  { naming, node, own }: { naming: Naming; node: UserTaskNode; own: readonly string[] | null },
): string | null {
  const error = problemOfAddressee(key, context, naming);
  if (error !== null) return error;
  const who = context.addressee(key);
  const isOwn = own === null || who === undefined || matchesKeyOrPerson(key, who, own);
  return isOwn ? null : `“${who.name}”不是环节“${node.name}”的候选处理人`;
}

/** Returns the message about a key of no person or post. */
export function problemOfUnknown(key: string): string {
  return `“${key}”不是有效的处理人`;
}

/**
 * Returns the reason why the key cannot be given work: no person in service, not allowed to handle, or only
 * oneself.
 */
export function problemOfAddressee(key: string, context: DecisionContext, naming: Naming): string | null {
  const who = context.addressee(key);
  if (who === undefined) return problemOfUnknown(key);
  if (who.availability === 'absent') return `“${who.name}”已停用或无人在岗，不能指定为处理人`;
  if (who.availability === 'unable') return `“${who.name}”没有办理权限，不能指定为处理人`;
  const isSelf = naming !== 'anyone' && who.soleStaffId === context.actor.staffId;
  return isSelf ? '不能指定自己为处理人' : null;
}

/** Checks for one of the node's own keys, or a person who has one. */
function matchesKeyOrPerson(key: string, who: Addressee, own: readonly string[]): boolean {
  return own.includes(key) || who.keys.some((held) => own.includes(held));
}
