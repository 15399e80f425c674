import type { OrderState, ProcessDefinition, Task, Token } from '#domain/workflow/model/model.ts';
import type { Panel } from '#domain/workflow/model/panel.ts';
import { isWaiting } from '#domain/workflow/state/live-tokens.ts';
import { openPanelsAt, seatsInTurn, verdictOf } from '#domain/workflow/state/panels.ts';

/** Returns every broken invariant of visits and their slots; empty if there is none (docs/decisions/0035). */
export function slotViolations(state: OrderState, definition: ProcessDefinition): string[] {
  const visits = state.tokens.filter((token) => isWaiting(token) && isVisit(definition, token));
  const open = state.tasks.filter(({ outcome }) => outcome === null);
  return [
    ...visits.flatMap((token) => brokenVisit(state, definition, token)),
    ...state.panels.flatMap((panel) => brokenPanel(state, panel)),
    ...open.flatMap((task) =>
      belongsToOpenSeat(state, task) ? [] : [`open task ${task.id} belongs to no open seat`],
    ),
  ];
}

function isVisit({ nodes }: ProcessDefinition, { nodeId }: Token): boolean {
  return nodes[nodeId]?.kind === 'userTask' || nodes[nodeId]?.kind === 'start';
}

function brokenVisit(state: OrderState, { nodes }: ProcessDefinition, { id, nodeId }: Token): string[] {
  const node = nodes[nodeId];
  const panels = openPanelsAt(state, id);
  const mainTasks = state.tasks.filter((task) => task.tokenId === id && task.panelId === null);
  const open = mainTasks.filter(({ outcome }) => outcome === null).length;
  const instances = panels.filter(({ kind }) => kind === 'instance').length;
  const signers = panels.filter(
    ({ kind, byTaskId }) => kind === 'after' && byTaskId === mainTasks.at(-1)?.id,
  ).length;
  const broken: string[] = [];
  if (node?.kind === 'userTask' && node.instances) {
    if (mainTasks.length > 0 || instances !== 1)
      broken.push(`visit ${id} at ${nodeId} must have exactly one open panel of instances`);
  } else if (open > 1 || (open === 0 && signers === 0)) {
    broken.push(`visit ${id} at ${nodeId} must have one open main task, or signers after it`);
  }
  const countedCountersigns = state.panels.filter(
    ({ tokenId, kind, outcome, seats }) =>
      tokenId === id && kind === 'countersign' && (outcome !== 'calledOff' || seats.some(hasVote)),
  );
  if (countedCountersigns.length > 1) broken.push(`visit ${id} at ${nodeId} has more than one countersign`);
  return broken;
}

const hasVote = ({ outcome }: Panel['seats'][number]) => outcome === 'passed' || outcome === 'failed';

function brokenPanel(state: OrderState, panel: Panel): string[] {
  const broken: string[] = [];
  const answers = state.tasks.filter(
    ({ panelId, outcome }) =>
      panelId === panel.id &&
      outcome !== null &&
      ['passed', 'failed', 'answered', 'handled'].includes(outcome),
  );
  if (answers.length > panel.seats.length) broken.push(`panel ${panel.id} has more answers than seats`);
  const token = state.tokens[panel.tokenId - 1];
  if (panel.outcome !== null || token === undefined || !isWaiting(token)) return broken;
  const by = panel.byTaskId === null ? undefined : state.tasks[panel.byTaskId - 1];
  const pending = panel.kind === 'after' && by?.outcome === null;
  if (by && panel.kind !== 'after' && by.outcome !== null)
    broken.push(`panel ${panel.id} is not attached to an open task`);
  if (!pending && verdictOf(state, panel) !== null) broken.push(`panel ${panel.id} is already decided`);
  const turn = pending ? [] : seatsInTurn(state, panel);
  for (const [index, { taskId, outcome }] of panel.seats.entries()) {
    const task = taskId === null ? undefined : state.tasks[taskId - 1];
    const isAsked = task !== undefined && (task.outcome === null || outcome !== null);
    if (turn.includes(index) && !isAsked)
      broken.push(`seat ${index} of panel ${panel.id} was not asked in its turn`);
    if (!turn.includes(index) && task?.outcome === null)
      broken.push(`seat ${index} of panel ${panel.id} was asked before its turn`);
  }
  return broken;
}

function belongsToOpenSeat(state: OrderState, { id, panelId, seat }: Task): boolean {
  if (panelId === null) return true;
  const panel = state.panels[panelId - 1];
  return panel?.outcome === null && panel.seats[seat ?? -1]?.taskId === id;
}
