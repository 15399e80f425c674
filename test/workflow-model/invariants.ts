import { isEnded } from '#domain/enumerations/work-order-phase.ts';
import { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import type { OrderState, ProcessDefinition, WorkflowEvent } from '#domain/workflow/model/model.ts';
import { isStage } from '#domain/workflow/model/status-kinds.ts';
import { fold } from '#domain/workflow/state/apply.ts';
import { isWaiting } from '#domain/workflow/state/live-tokens.ts';
import { openTasks, rollbackStatusOf, statusOf } from '#domain/workflow/state/status.ts';
import { allMarkings } from './all-markings.ts';
import { slotViolations } from './slot-invariants.ts';

const knownMarkings = new WeakMap<ProcessDefinition, ReadonlySet<string>>();

function markingsOf(definition: ProcessDefinition): ReadonlySet<string> {
  const markings = knownMarkings.get(definition) ?? allMarkings(definition, 20_000)?.markings ?? new Set();
  knownMarkings.set(definition, markings);
  return markings;
}

/** Returns every invariant that is broken after an action; empty if there is none. */
export function brokenInvariants(
  state: OrderState,
  definition: ProcessDefinition,
  events?: readonly WorkflowEvent[],
): string[] {
  const broken: string[] = [];
  const expect = (holds: boolean, rule: string) => {
    if (!holds) broken.push(rule);
  };
  const open = openTasks(state);
  const waiting = state.tokens.filter(isWaiting);
  const reachable = markingsOf(definition);
  const atStart = waiting.length === 1 && waiting[0]?.nodeId === definition.startId;
  // While some targets of 退回后直送 are done and others not, the done ones have no position in the flow.
  const jumpsBack = state.rollbacks.some(
    ({ undo, targetTokenIds }) =>
      undo !== null && targetTokenIds.some((id) => state.tokens[id - 1]?.usedBy !== null),
  );
  expect(
    (state.ended === null) === open.length > 0,
    'an order has an open task exactly while it has not ended',
  );
  broken.push(...slotViolations(state, definition));
  expect(state.ended === null || waiting.length === 0, 'an ended order has no waiting token');
  for (const task of open) {
    const token = state.tokens[task.tokenId - 1];
    const isAtNode = token !== undefined && isWaiting(token) && token.nodeId === task.nodeId;
    expect(isAtNode, `open task ${task.id} has its token waiting at ${task.nodeId}`);
    expect(task.candidates.length > 0, `open task ${task.id} has candidates`);
  }
  for (const token of waiting) {
    const duplicates = waiting.filter(
      ({ nodeId, flowId }) => nodeId === token.nodeId && flowId === token.flowId,
    );
    expect(duplicates.length === 1, `one token at most waits at ${token.nodeId} by ${token.flowId}`);
    const firing = token.madeBy === null ? undefined : state.firings[token.madeBy - 1];
    expect(token.madeBy === null || firing !== undefined, `token ${token.id} was made by a firing`);
  }
  expect(
    jumpsBack ||
      state.ended !== null ||
      atStart ||
      reachable.has(
        waiting
          .map(({ flowId }) => flowId)
          .sort()
          .join(),
      ),
    `the flow itself can come to ${waiting.map(({ nodeId }) => nodeId).join()}`,
  );
  expect(
    [state.tasks, state.tokens, state.firings, state.panels].every((list) =>
      list.every(({ id }, index) => id === index + 1),
    ),
    'tasks, tokens, firings and panels are numbered without gaps',
  );
  const finished = state.tasks.filter(({ outcome }) => outcome !== null);
  const sequenceNumbers = new Set(finished.map(({ finishedSeq }) => finishedSeq));
  expect(sequenceNumbers.size === finished.length, 'no two tasks were finished by one event');
  expect(
    finished.every(({ finishedBy, finishedAt }) => finishedBy !== null && finishedAt !== null),
    'a finished task says by whom and when',
  );
  const status = statusOf(state, definition);
  const isRollback = status === WorkOrderStatus.returnPending;
  expect(isRollback === state.rollbacks.length > 0, 'the status is 32 exactly while a rollback is open');
  expect(isEnded(status) === (state.ended !== null), 'the status is an end result exactly when it ended');
  const isCountersign =
    status === WorkOrderStatus.awaitingCountersign || status === WorkOrderStatus.countersignDone;
  const isRollbackHandled = status === WorkOrderStatus.returnHandled;
  expect(
    !isRollbackHandled || state.rollbackHandled === true,
    'the status is 31 only while what was sent back is what was done last',
  );
  // Side records: 7, 8, 33, 34, 36 and 37 while one is open, 17, 18 and 19 after one.
  const isOfRecord = state.records !== undefined && [7, 8, 17, 18, 19, 33, 34, 36, 37].includes(status);
  expect(
    isRollback || isCountersign || isRollbackHandled || isOfRecord || isStage(status) || isEnded(status),
    `status ${status} is one of the core's`,
  );
  expect(rollbackStatusOf(state, definition) === 0 || isRollback, 'rollbackStatus 1 means status 32');
  if (events !== undefined) {
    expect(JSON.stringify(fold(events)) === JSON.stringify(state), 'the events fold to the state');
    expect(state.version === events.length, 'the version counts the events');
  }
  return broken;
}
