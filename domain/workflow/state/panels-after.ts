import { MissingCase } from '../../missing-case.ts';
import type { TaskOutcome, WorkflowEvent } from '../model/model.ts';
import type { Panel, Seat, SeatOutcome } from '../model/panel.ts';
import { isVote } from './outcomes.ts';

/** Returns the panels after one more event; defined for all events, like `apply`, of which it is a part. */
export function panelsAfter(panels: readonly Panel[], event: WorkflowEvent): readonly Panel[] {
  switch (event.type) {
    case 'panelOpened':
      return [...panels, event.panel];
    case 'panelClosed':
      return withPanel(panels, event.panelId, () => ({ outcome: event.outcome }));
    case 'seatsAdded':
      return withPanel(panels, event.panelId, ({ seats }) => ({ seats: [...seats, ...event.seats] }));
    case 'seatClosed':
      return withSeat(panels, event.panelId, event.seat, { outcome: event.outcome });
    case 'taskOpened': {
      const { id, panelId, seat, replaces } = event.task;
      const followed = replaces === null ? panels : followReplacedTask(panels, replaces, id);
      return panelId === null || seat === null ? followed : withSeat(followed, panelId, seat, { taskId: id });
    }
    case 'taskFinished': {
      const outcome = answerOf(event.outcome);
      return outcome === null ? panels : withSeatOf(panels, event.taskId, outcome);
    }
    case 'started':
    case 'tokenPlaced':
    case 'fired':
    case 'taskClosed':
    case 'rewound':
    case 'restored':
    case 'rollbackOpened':
    case 'rollbackClosed':
    case 'rollbackHandled':
    case 'withdrawn':
    case 'recalled':
    case 'reassigned':
    case 'gaveBack':
    case 'copied':
    case 'noted':
    case 'papersAdded':
    case 'urged':
    case 'recordChanged':
    case 'variablesSet':
    case 'resultRecorded':
    case 'serviceAsked':
    case 'ended':
      return panels;
    default:
      throw new MissingCase(event satisfies never);
  }
}

/** Returns the outcome of the seat for an outcome of its task; null if the seat still waits for an answer. */
function answerOf(outcome: TaskOutcome): SeatOutcome | null {
  if (isVote(outcome)) return outcome;
  return outcome === 'answered' || outcome === 'handled' || outcome === 'voided' ? 'answered' : null;
}

/** Moves the panels that the person of a closed task had started to the task that was opened in its place. */
function followReplacedTask(panels: readonly Panel[], closed: number, reopened: number): readonly Panel[] {
  if (!panels.some(({ byTaskId }) => byTaskId === closed)) return panels;
  return panels.map((panel) => (panel.byTaskId === closed ? { ...panel, byTaskId: reopened } : panel));
}

function withSeatOf(panels: readonly Panel[], taskId: number, outcome: SeatOutcome): readonly Panel[] {
  const panel = panels.find(({ seats }) => seats.some((seat) => seat.taskId === taskId));
  if (panel === undefined) return panels;
  const seat = panel.seats.findIndex((entry) => entry.taskId === taskId);
  return withSeat(panels, panel.id, seat, { outcome });
}

function withSeat(
  panels: readonly Panel[],
  id: number,
  seat: number,
  change: Partial<Seat>,
): readonly Panel[] {
  return withPanel(panels, id, ({ seats }) => ({
    seats: seats.map((entry, index) => (index === seat ? { ...entry, ...change } : entry)),
  }));
}

function withPanel(
  panels: readonly Panel[],
  id: number,
  change: (panel: Panel) => Partial<Panel>,
): readonly Panel[] {
  return panels.map((panel) => (panel.id === id ? { ...panel, ...change(panel) } : panel));
}
