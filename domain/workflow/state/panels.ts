/**
 * Queries of the panels of an order: which are open, which slot waits for them, and when they are decided.
 */

import type { Actor, Person } from '../../access/actor.ts';
import { MissingCase } from '../../missing-case.ts';
import { absentPersonForTask, isCandidateFor, type TaskActor } from '../../substitutes/substitution.ts';
import type { OrderState, Task } from '../model/model.ts';
import type { Panel, SeatOutcome } from '../model/panel.ts';
import { hasOpenTask, isWaiting } from './live-tokens.ts';
import { isClosed, isHandledBy, isVote } from './outcomes.ts';

type Slots = Pick<OrderState, 'tokens' | 'tasks' | 'panels'>;

/**
 * Returns the undecided panels of a visit, newest first, so that a round that a signer started comes before
 * the signer's own seat.
 */
export function openPanelsAt({ tokens, panels }: Slots, tokenId: number): Panel[] {
  const token = tokens[tokenId - 1];
  if (token === undefined || !isWaiting(token)) return [];
  return panels.filter((panel) => panel.tokenId === tokenId && panel.outcome === null).reverse();
}

/** Returns the panels of an order with a running limit: open ones, at visits that are not complete. */
export function panelsWithLimit({ tokens, panels }: Pick<OrderState, 'tokens' | 'panels'>): Panel[] {
  return panels.filter(({ tokenId, limit, outcome }) => {
    const token = limit !== null && outcome === null ? tokens[tokenId - 1] : undefined;
    return token !== undefined && isWaiting(token);
  });
}

/** Returns the undecided countersigns of an order, at visits that are not complete. */
export function openCountersigns({ tokens, panels }: Pick<OrderState, 'tokens' | 'panels'>): Panel[] {
  return panels.filter(({ tokenId, kind, outcome }) => {
    const token = kind === 'countersign' && outcome === null ? tokens[tokenId - 1] : undefined;
    return token !== undefined && isWaiting(token);
  });
}

/** Returns the latest countersign of a visit; one that was cancelled without an answer is ignored. */
export function countersignAt({ panels }: Pick<OrderState, 'panels'>, tokenId: number): Panel | undefined {
  return panels.findLast(
    (panel) =>
      panel.tokenId === tokenId &&
      panel.kind === 'countersign' &&
      (panel.outcome !== 'calledOff' || panel.seats.some(({ outcome }) => isVote(outcome))),
  );
}

/** The result of a countersign that an action decided. */
export interface DecidedCountersign {
  passed: boolean;
  /** Name of the person who asked and now continues; null if the order continues along the flow. */
  returnsTo: string | null;
}

/** Returns the result of the countersign that an action decided; undefined if it decided none. */
export function decidedCountersign(
  before: Pick<OrderState, 'panels'>,
  after: Pick<OrderState, 'tasks' | 'panels'>,
): DecidedCountersign | undefined {
  const panel = after.panels.find(
    ({ id, kind, outcome }) =>
      kind === 'countersign' &&
      (outcome === 'passed' || outcome === 'failed') &&
      before.panels[id - 1]?.outcome === null,
  );
  if (panel === undefined) return undefined;
  const requester = panel.byTaskId === null ? undefined : after.tasks[panel.byTaskId - 1];
  return {
    passed: panel.outcome === 'passed',
    returnsTo: requester?.outcome === null ? panel.by.name : null,
  };
}

/**
 * Returns the open panel for which the slot waits: signers before, countersigners and delegates; signers
 * after are asked when the slot itself is done.
 */
export function blockingPanel({ panels }: Pick<OrderState, 'panels'>, taskId: number): Panel | undefined {
  return panels.find(
    ({ byTaskId, kind, outcome }) => byTaskId === taskId && kind !== 'after' && outcome === null,
  );
}

/**
 * Checks that a person counts as the starter of a panel, who may remove seats: the person who started it, or,
 * if its slot has been handed over since, the person who has that slot now.
 */
export function isStarter(
  { tasks }: Pick<OrderState, 'tasks'>,
  { byTaskId, by, standsFor, startedAt }: Panel,
  actor: Pick<Actor, 'staffId' | 'keys' | 'substitutions'>,
): boolean {
  const slot = byTaskId === null ? undefined : tasks[byTaskId - 1];
  for (let earlier = slot; earlier?.replaces; ) {
    earlier = tasks[earlier.replaces - 1];
    const isHandedOver = earlier?.outcome === 'delegated' || earlier?.outcome === 'closedByReassign';
    if (!slot || !isHandedOver || (earlier?.finishedAt ?? '') < startedAt) continue;
    if (slot.outcome !== null) return isHandledBy(slot, actor.staffId);
    return isCandidateFor(actor, slot);
  }
  if (standsFor === undefined) return by.staffId === actor.staffId || isSlotOfSubstitute(slot, by, actor);
  // A substitute starts it for an absent person, and keeps it no longer than the task.
  return standsFor.staffId === actor.staffId || isSlotOfSubstitute(slot, standsFor, actor);
}

/** Checks whether a substitute has the open slot of a starter in the starter's place. */
function isSlotOfSubstitute(slot: Task | undefined, starter: Person, actor: TaskActor): boolean {
  return slot?.outcome === null && absentPersonForTask(actor, slot)?.staffId === starter.staffId;
}

/**
 * Returns the panel with this number, open or closed, if it was started from the task; undefined for a panel
 * of another task.
 */
export function panelOfTask(
  { panels }: Pick<OrderState, 'panels'>,
  { id }: Pick<Task, 'id'>,
  panelId: number,
): Panel | undefined {
  const panel = panels[panelId - 1];
  return panel?.byTaskId === id ? panel : undefined;
}

/** Returns the open panels that a person has started or taken over, newest first. */
export function openPanelsOf(
  state: Slots,
  actor: Pick<Actor, 'staffId' | 'keys' | 'substitutions'>,
): Panel[] {
  return state.panels
    .filter(
      (panel) =>
        panel.byTaskId !== null &&
        openPanelsAt(state, panel.tokenId).includes(panel) &&
        isStarter(state, panel, actor),
    )
    .reverse();
}

/**
 * Checks whether the slot's person can act: the slot is open, and does not wait for a round that the person
 * started.
 */
export function isActionable(state: Pick<OrderState, 'panels'>, task: Pick<Task, 'id' | 'outcome'>): boolean {
  return task.outcome === null && blockingPanel(state, task.id) === undefined;
}

/**
 * Checks that a visit is complete, so that its token moves: no person has a slot there, and no panel is
 * undecided.
 */
export function isVisitDone(state: OrderState, tokenId: number): boolean {
  return !hasOpenTask(state, tokenId) && openPanelsAt(state, tokenId).length === 0;
}

/** Checks whether a person has acted at one of these visits: finished a slot, or asked others. */
export function hasActivity({ tasks, panels }: Slots, tokenIds: ReadonlySet<number>): boolean {
  return [...tokensWithActivity({ tasks, panels })].some((id) => tokenIds.has(id));
}

/** Returns the tokens at which a person has acted or was asked. */
export function tokensWithActivity({ tasks, panels }: Pick<Slots, 'tasks' | 'panels'>): Set<number> {
  const done = tasks.filter((task) => task.outcome !== null && !isClosed(task));
  const requested = panels.filter(({ kind }) => kind !== 'instance');
  return new Set([...done, ...requested].map(({ tokenId }) => tokenId));
}

/** Returns the slots of a seat and of everything that was started from it, the seat's own first. */
export function slotsUnder(state: Slots, panel: Panel, seat?: number): { tasks: Task[]; panels: Panel[] } {
  const ownTasks = state.tasks.filter(
    (task) => task.panelId === panel.id && (seat === undefined || task.seat === seat),
  );
  const started = state.panels.filter(({ byTaskId }) => ownTasks.some(({ id }) => id === byTaskId));
  const nested = started.map((nestedPanel) => slotsUnder(state, nestedPanel));
  return {
    tasks: [...ownTasks, ...nested.flatMap(({ tasks }) => tasks)],
    panels: [...started, ...nested.flatMap(({ panels }) => panels)],
  };
}

/** Returns the nesting depth of a panel, from 1 for a panel that the node's own handler started. */
export function depthOf(state: Pick<OrderState, 'tasks' | 'panels'>, panel: Pick<Panel, 'byTaskId'>): number {
  const parentId = panel.byTaskId === null ? null : (state.tasks[panel.byTaskId - 1]?.panelId ?? null);
  const parent = parentId === null ? undefined : state.panels[parentId - 1];
  return parent === undefined ? 1 : 1 + depthOf(state, parent);
}

/**
 * Returns the effective outcome of a seat: its answer, or that there will be none; null while the panel waits
 * for it.
 */
export function currentOutcome(
  state: Pick<OrderState, 'panels'>,
  { taskId, outcome }: Panel['seats'][number],
): SeatOutcome | null {
  // Signers after an answer are part of it.
  const hasSignersAfter =
    taskId !== null && state.panels.some((panel) => panel.byTaskId === taskId && !panel.outcome);
  return hasSignersAfter ? null : outcome;
}

/**
 * Returns the outcome of a panel; null while missing answers can still change it. A removed seat is not
 * counted; a seat without a person left counts as neither yes nor no, so that `all` is not passed without it, and
 * it counts in the total for a majority or share. A seat that gave no answer in time counts by the
 * panel's policy, and without a policy like a seat without a person.
 */
export function verdictOf(state: Slots, panel: Panel): Panel['outcome'] {
  const lateOutcome = panel.expiry === 'noAnswer' ? 'expired' : panel.expiry;
  const seats = panel.seats
    .map((seat) => currentOutcome(state, seat))
    .filter((seat) => seat !== 'removed')
    .map((seat) => (seat === 'expired' ? lateOutcome : seat));
  if (seats.length === 0) return 'calledOff';
  const count = (...outcomes: (SeatOutcome | null)[]) =>
    seats.filter((seat) => outcomes.includes(seat)).length;
  const open = count(null);
  const yes = count('passed', 'answered');
  const isVoted = panel.kind === 'countersign';
  const decided = (passed: boolean) => (isVoted ? (passed ? 'passed' : 'failed') : 'done');
  switch (panel.rule.kind) {
    case 'all':
      return open > 0 ? null : decided(yes === seats.length);
    case 'veto':
      if (count('failed') > 0) return decided(false);
      return open > 0 ? null : decided(yes > 0);
    case 'majority':
      if (yes * 2 > seats.length) return decided(true);
      return (yes + open) * 2 > seats.length ? null : decided(false);
    case 'share': {
      const needed = panel.rule.percent * seats.length;
      if (yes * 100 >= needed) return decided(true);
      return (yes + open) * 100 >= needed ? null : decided(false);
    }
    default:
      throw new MissingCase(panel.rule satisfies never);
  }
}

/**
 * Returns the seats whose turn it is: all, or in sequence those of the lowest group that still has to answer.
 */
export function seatsInTurn(state: Slots, panel: Panel): number[] {
  const unanswered = panel.seats.flatMap((seat, index) =>
    currentOutcome(state, seat) === null ? [index] : [],
  );
  if (panel.sequence === 'any') return unanswered;
  const group = Math.min(...unanswered.map((index) => panel.seats[index]?.group ?? 0));
  return unanswered.filter((index) => panel.seats[index]?.group === group);
}
