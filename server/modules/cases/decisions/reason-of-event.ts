import { MissingCase } from '#domain/missing-case.ts';
import type { OrderState, WorkflowEvent } from '#domain/workflow/model/model.ts';

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
