/** Several instances of one node (BPMN multi-instance): decides when the open ones are no longer needed. */
import type { Kinds } from '../../expressions/kinds.ts';
import type { DecisionBuilder } from '../decision/builder.ts';
import type { UserTaskNode } from '../model/model.ts';
import type { Panel } from '../model/panel.ts';
import { variablesAt } from '../state/effects.ts';
import { currentOutcome } from '../state/panels.ts';

/**
 * Numbers that BPMN's completion condition may use besides variables and forms: all instances, those done,
 * those open now.
 */
export type InstanceNumbers = Record<
  'nrOfInstances' | 'nrOfCompletedInstances' | 'nrOfActiveInstances',
  number
>;

function instanceNumbers({ seats }: Pick<Panel, 'seats'>): InstanceNumbers {
  const counted = seats.filter(({ outcome }) => outcome !== 'removed');
  return {
    nrOfInstances: counted.length,
    nrOfCompletedInstances: counted.filter(({ outcome }) => outcome === 'answered').length,
    nrOfActiveInstances: counted.filter(({ taskId, outcome }) => taskId !== null && outcome === null).length,
  };
}

/**
 * Returns the names that a completion condition may use: those of every condition, and the numbers, which
 * hide variables of the same name.
 */
export function namesOfInstances(names: ReadonlyMap<string, Kinds>): ReadonlyMap<string, Kinds> {
  const number: Kinds = new Set(['number']);
  return new Map([
    ...names,
    ...Object.keys(instanceNumbers({ seats: [] })).map((name) => [name, number] as const),
  ]);
}

/**
 * Checks whether a node's instances end before all are done; called when a person has done one. A condition
 * that takes too many steps does not hold, so that the other instances stay open.
 */
export function endsInstancesEarly(
  { state, context }: DecisionBuilder,
  panel: Panel,
  node: Pick<UserTaskNode, 'instances'>,
): boolean {
  const until = panel.kind === 'instance' ? node.instances?.until : undefined;
  // A person who has asked others to sign afterwards is not done before they have signed.
  const seats = panel.seats.map((seat) => ({ ...seat, outcome: currentOutcome(state, seat) }));
  const numbers = instanceNumbers({ seats });
  const token = state.tokens[panel.tokenId - 1];
  if (until === undefined || token === undefined || numbers.nrOfCompletedInstances === 0) return false;
  return (
    context.evaluateCondition(until, { ...context.facts, ...variablesAt(state, token), ...numbers }) === true
  );
}
