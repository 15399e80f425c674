import { MissingCase } from '#domain/missing-case.ts';
import { closingCommand } from '#domain/workflow/actions/change-record.ts';
import type { OrderState, WorkflowEvent } from '#domain/workflow/model/model.ts';

/**
 * Returns the name and the reason of a trace row for what an action at a node did besides: it gave the task back, because
 * the flow could not advance, or it closed side records with their visit. Null if it did neither.
 */
export function consequenceIn(
  events: readonly WorkflowEvent[],
): { act_name: string; opinion: string } | null {
  const gaveBackEvent = events.find((event) => event.type === 'gaveBack');
  if (gaveBackEvent?.type === 'gaveBack') return { act_name: '退回继续办理', opinion: gaveBackEvent.reason };
  const closings = events.flatMap((event) =>
    event.type === 'recordChanged' && event.command === closingCommand ? event.text : [],
  );
  return closings.length === 0 ? null : { act_name: '记录结束', opinion: closings.join('；') };
}

/**
 * Returns the reason of an event and its approval round. A round that was started by a removed participant is
 * cancelled without a reason of its own.
 */
export function reasonIn(
  event: WorkflowEvent,
  { panels }: OrderState,
): { opinion: string; panel_id: number | null } | undefined {
  switch (event.type) {
    case 'withdrawn':
    case 'recalled':
    case 'reassigned':
    case 'urged':
      return { opinion: event.reason, panel_id: null };
    case 'copied':
    case 'noted':
    case 'papersAdded':
      return { opinion: event.note, panel_id: null };
    case 'recordChanged':
      return event.label === '' ? undefined : { opinion: event.text, panel_id: null };
    case 'panelOpened':
      return event.panel.byTaskId === null
        ? undefined
        : { opinion: event.panel.reason, panel_id: event.panel.id };
    case 'seatsAdded':
      return { opinion: event.reason, panel_id: event.panelId };
    case 'seatClosed':
      return event.outcome === 'removed' ? { opinion: event.reason, panel_id: event.panelId } : undefined;
    case 'panelClosed': {
      const isCancel = event.outcome === 'calledOff' && panels[event.panelId - 1]?.kind === 'countersign';
      return isCancel ? { opinion: event.reason, panel_id: event.panelId } : undefined;
    }
    case 'started':
    case 'tokenPlaced':
    case 'fired':
    case 'taskOpened':
    case 'taskFinished':
    case 'taskClosed':
    case 'rewound':
    case 'restored':
    case 'rollbackOpened':
    case 'rollbackClosed':
    case 'rollbackHandled':
    case 'gaveBack':
    case 'variablesSet':
    case 'resultRecorded':
    case 'serviceAsked':
    case 'ended':
      return undefined;
    default:
      throw new MissingCase(event satisfies never);
  }
}
