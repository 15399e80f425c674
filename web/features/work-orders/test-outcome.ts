import type { ActionOutcome, ActionPreviewResult } from '#contract/action-preview.ts';
import { handling } from '#contract/handling.ts';
import type { TaskButton } from '#contract/work-orders.ts';
import type { AttachedFiles } from '#web/toolkit/attachments/use-attached-files.ts';
import { noForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { buildOrderPage, taskTraceId } from './test-order.ts';
import type { Answers } from './test-screen.tsx';

/**
 * Returns the outcome of an action for tests: the order goes to 领导批示; `change` sets the fields of the
 * case.
 */
export function buildOutcome(change: Partial<ActionOutcome> = {}): ActionOutcome {
  return {
    from: { status: 3, statusLabel: '待受理' },
    to: { status: 5, statusLabel: '待审查' },
    ends: false,
    opens: [
      {
        flowNodeId: 'lead',
        flowNodeName: '领导批示',
        handlerNames: ['信访签批岗'],
        orgNames: ['淳安县信访局'],
        people: ['吴建国', '黄晓梅'],
        peopleCount: 2,
        limitText: '3 个工作日',
        dueAt: '2026-11-25T15:59:59.999Z',
      },
    ],
    closes: [
      {
        flowNodeId: 'examine',
        flowNodeName: '受理审查',
        traceId: '01a1f6d9-a0a0-7da4-9152-e483b392e2f0.3',
        handlerNames: ['受理审查岗'],
        isOwn: true,
      },
    ],
    leftOut: [],
    voids: [],
    waitsAt: [],
    undo: 'withdraw',
    ...change,
  };
}

/** An outcome that ends the order. */
export const endingOutcome = buildOutcome({
  to: { status: 14, statusLabel: '退回办结' },
  ends: true,
  opens: [],
  undo: null,
});

/** Returns a next node whose handler may be named. */
export function buildNextNode(
  flowNodeId: string,
  flowNodeName: string,
  naming: 'nobody' | 'candidates' | 'handlers',
  candidates: { key: string; name: string }[],
): ActionPreviewResult['next'][number] {
  return { flowNodeId, flowNodeName, naming, candidates };
}

/** Returns the server's preview of an action. */
export function previewing(
  outcome: ActionOutcome | null,
  next: ActionPreviewResult['next'] = [],
  voters: ActionPreviewResult['voters'] = [],
  branches: ActionPreviewResult['branches'] = null,
): Answers {
  return { [`POST ${handling.previewAction.path}`]: () => ({ outcome, branches, next, voters }) };
}

/** An empty list of attachments. */
const noFiles: AttachedFiles = {
  list: [],
  currentFiles: () => [],
  add: () => undefined,
  remove: () => undefined,
  busy: false,
  setBusy: () => undefined,
  clear: () => undefined,
};

/** Returns the properties of a button's dialog, without its callbacks. */
export function buildDialog(button: TaskButton) {
  const { order } = buildOrderPage();
  return {
    button,
    order,
    task: { traceId: taskTraceId, nodeId: 'examine' },
    opinion: '请补充',
    documents: undefined,
    files: noFiles,
    forms: noForms,
    commonOpinions: { Chips: () => null, Popover: () => null },
    changes: [],
    storedChoices: new Map(),
    onAlreadyHandled: () => undefined,
    onClose: () => undefined,
    onOpinion: () => undefined,
  };
}
