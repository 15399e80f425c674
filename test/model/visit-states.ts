import type { Command } from '#domain/workflow/actions/registry.ts';
import type { OrderState, Task } from '#domain/workflow/model/model.ts';
import { countersignAt, openPanelsAt } from '#domain/workflow/state/panels.ts';
import { openTasks } from '#domain/workflow/state/status.ts';

/** States of an activity instance, as people see it; each action is done at one in one of these states. */
export const visitStates = [
  'start again',
  'own work',
  'countersign runs',
  'countersigned',
  'signers before',
  'signers after chosen',
  'signers after',
  'delegated for an opinion',
  'asked again',
  'asked in a nested round',
  'done',
] as const;
export type VisitState = (typeof visitStates)[number];

export type ActionName = Command['action'];

/**
 * Returns the state of the visit at which a command is given; for a command about the whole order, that of
 * the visit that has waited longest.
 */
export function stateOfVisit(state: OrderState, command: Command, startId: string): VisitState | undefined {
  const task = taskOf(state, command);
  if (task === undefined) return undefined;
  if (command.action === 'withdraw') return 'done';
  const token = state.tokens[task.tokenId - 1];
  if (token?.usedBy !== null || token.dead) return 'done';
  if (task.nodeId === startId) return 'start again';
  const open = openPanelsAt(state, task.tokenId).filter(({ kind }) => kind !== 'instance');
  const isNested = open.some(
    ({ byTaskId }) => byTaskId !== null && state.tasks[byTaskId - 1]?.kind !== 'main',
  );
  if (isNested) return 'asked in a nested round';
  const kinds = open.map(({ kind }) => kind);
  if (kinds.includes('countersign')) return 'countersign runs';
  if (kinds.includes('before')) return 'signers before';
  if (kinds.includes('delegate')) return 'delegated for an opinion';
  if (kinds.includes('returned')) return 'asked again';
  if (kinds.includes('after')) {
    const isDone = state.tasks.some(
      ({ tokenId, kind, outcome }) => tokenId === task.tokenId && kind === 'main' && outcome === 'handled',
    );
    return isDone ? 'signers after' : 'signers after chosen';
  }
  return countersignAt(state, task.tokenId) ? 'countersigned' : 'own work';
}

function taskOf(state: OrderState, command: Command): Task | undefined {
  if ('taskId' in command) return state.tasks[command.taskId - 1];
  if ('panelId' in command) {
    const panel = state.panels[command.panelId - 1];
    return state.tasks.find(({ tokenId }) => tokenId === panel?.tokenId);
  }
  return openTasks(state)[0];
}

const commonActions: readonly ActionName[] = ['copy', 'leaveNote', 'urge', 'addPapers', 'reassign'];
const buttonActions: readonly ActionName[] = [
  'handle',
  'forward',
  'chooseBranch',
  'return',
  'terminate',
  'void',
];
const askingActions: readonly ActionName[] = ['addSigners', 'delegate'];
const countersignActions: readonly ActionName[] = [
  'answerCountersign',
  'addToCountersign',
  'callOffCountersign',
  'expire',
];
/** Actions of the person who asked on the people who were asked. */
const seatRemoval: readonly ActionName[] = ['removeSigner'];

/**
 * Every action that a person may take at a visit in this state (docs/workflow.md); the walk must have done
 * each.
 */
export const legalActions: Readonly<Record<VisitState, readonly ActionName[]>> = {
  'start again': ['resubmit', 'leaveNote', 'urge', 'addPapers', 'reassign'],
  'own work': [
    ...buttonActions,
    'chooseBranch',
    ...askingActions,
    'startCountersign',
    'returnToHandler',
    'recall',
    ...commonActions,
  ],
  'countersign runs': [...countersignActions, ...askingActions, ...seatRemoval, ...commonActions],
  countersigned: [...buttonActions, ...askingActions, 'returnToHandler', ...commonActions],
  'signers before': ['sign', ...askingActions, ...seatRemoval, ...commonActions],
  'signers after chosen': [
    ...buttonActions,
    ...askingActions,
    'startCountersign',
    'returnToHandler',
    ...seatRemoval,
    ...commonActions,
  ],
  'signers after': ['sign', ...askingActions, ...seatRemoval, ...commonActions],
  'delegated for an opinion': ['sign', ...askingActions, ...seatRemoval, ...commonActions],
  'asked again': ['submitToHandler', ...askingActions, ...seatRemoval, ...commonActions],
  'asked in a nested round': [
    'sign',
    'submitToHandler',
    ...countersignActions,
    ...askingActions,
    ...seatRemoval,
    ...commonActions,
  ],
  done: ['withdraw'],
};

/** How often each pair was done. */
export type PairCounts = Map<VisitState, Map<ActionName, number>>;

export function countPair(counts: PairCounts, visitState: VisitState, act: ActionName): void {
  const acts = counts.get(visitState) ?? new Map<ActionName, number>();
  acts.set(act, (acts.get(act) ?? 0) + 1);
  counts.set(visitState, acts);
}

/** Returns the pairs as a table, one action per line; `·` marks an illegal pair. */
export function pairTable(counts: PairCounts): string {
  const acts = [...new Set(Object.values(legalActions).flat())];
  const cell = (visitState: VisitState, act: ActionName) =>
    counts.get(visitState)?.get(act) ?? (legalActions[visitState].includes(act) ? 0 : '·');
  const head = visitStates.map((visitState, index) => `${index + 1} ${visitState}`).join(', ');
  const lines = acts.map(
    (act) =>
      act.padEnd(20) + visitStates.map((visitState) => String(cell(visitState, act)).padStart(6)).join(''),
  );
  return [
    head,
    ''.padEnd(20) + visitStates.map((_, index) => String(index + 1).padStart(6)).join(''),
    ...lines,
  ].join('\n');
}
