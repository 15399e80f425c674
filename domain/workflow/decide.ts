import { isRefusal, refuse } from '../refusals/refusals.ts';
import { closeRecordsOfEndedVisits, refuseHeldEnd } from './actions/change-record.ts';
import { actions, type Command, type CommandAction, type Commands, mayPerform } from './actions/registry.ts';
import { decideStart } from './actions/start.ts';
import { createBuilder, type DecisionBuilder, emit } from './decision/builder.ts';
import type { DecisionRefusal } from './model/decision-refusals.ts';
import type { DecisionContext, OrderState, WorkflowEvent } from './model/model.ts';

/**
 * Decides one command of one person: returns its events, or a refusal. The function is pure: the given state
 * stays unchanged, and applying the events to it yields the new state.
 */
export function decide(
  state: OrderState | null,
  command: Command,
  context: DecisionContext,
): WorkflowEvent[] | DecisionRefusal {
  if (!mayPerform(context.actor, command.action)) return refuse('forbidden');
  if (state === null) {
    return command.action === 'start'
      ? decideStart(command, context)
      : refuse(actions[command.action].refusal);
  }
  // A record may go on after the end of its order; its table says by which commands.
  if (state.ended && command.action !== 'changeRecord') return refuse('orderEnded');
  const builder = createBuilder(state, context);
  const refusal = decideOn(builder, command.action, command);
  if (!isRefusal(refusal)) return eventsOf(builder, state);
  if (!builder.finishedByOthers) return refusal;
  // The last person to answer, and the system at a time limit, cannot correct a flow that cannot advance; the
  // slot's holder can.
  const retryBuilder = createBuilder(state, context, refusal);
  return decideOn(retryBuilder, command.action, command) ?? eventsOf(retryBuilder, state);
}

/**
 * Returns the decided events; if they end the last open rollback, an additional event records this, because it sets the status.
 */
function eventsOf(builder: DecisionBuilder, before: OrderState): WorkflowEvent[] {
  const { rollbacks, ended } = builder.state;
  if (before.rollbacks.length > 0 && rollbacks.length === 0 && ended === null)
    emit(builder, { type: 'rollbackHandled' });
  return builder.events;
}

function decideOn<A extends CommandAction>(
  builder: DecisionBuilder,
  action: A,
  command: Commands[A],
): DecisionRefusal | null {
  const records = builder.state.records;
  // A record ends its order directly, as a termination does; its own state must not hold that end.
  const endsByFlow = action !== 'changeRecord' && actions[action].endsWith === undefined;
  const refusal = actions[action].decide(builder, command) ?? refuseHeldEnd(builder, records, endsByFlow);
  if (refusal === null) closeRecordsOfEndedVisits(builder, actions[action].label);
  return refusal;
}
