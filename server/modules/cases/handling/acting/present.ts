import { handling } from '#contract/handling.ts';
import { isWorkOrderStatus, workOrderStatusLabel } from '#domain/enumerations/work-order-status.ts';
import { countersignButtons } from '#domain/workflow/actions/answer-countersign.ts';
import { actions, type Command } from '#domain/workflow/actions/registry.ts';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import { decidedCountersign } from '#domain/workflow/state/panels.ts';
import { writeAnswer } from '#server/kernel/http/envelope.ts';
import { presentDocument } from '../documents/prepared-documents.ts';
import type { ConfirmedDocuments } from '../documents/step-documents.ts';
import type { ActionResult } from './act.ts';

/** Returns the name of the action for the result dialog: the button's name, else the action's. */
function actionName(command: Command, definition: ProcessDefinition, done: ActionResult): string {
  const { label } = actions[command.action];
  if (command.action === 'answerCountersign') return countersignButtons[command.passes ? 0 : 1].name;
  if (!('buttonId' in command)) return label;
  const task = done.stateBefore.tasks[command.taskId - 1];
  const node = task ? definition.nodes[task.nodeId] : undefined;
  const button =
    node?.kind === 'userTask' ? node.buttons.find(({ id }) => id === command.buttonId) : undefined;
  return button?.name ?? label;
}

/** Returns the names of the nodes at which the action opened a task. */
export function openedNodeNames(
  done: Pick<ActionResult, 'stateAfter' | 'definition'> & {
    stateBefore: Pick<ActionResult['stateBefore'], 'tasks'>;
  },
): string[] {
  const names = done.stateAfter.tasks
    .slice(done.stateBefore.tasks.length)
    .filter(({ outcome }) => outcome === null)
    .map(({ nodeId }) => done.definition.nodes[nodeId]?.name ?? '');
  return [...new Set(names)];
}

/** Writes the complete answer of an action, with the exact texts of S1 §4, or the one for its result. */
export function writeResult(
  done: ActionResult,
  documents: ConfirmedDocuments['rows'] = [],
  text: string | undefined = actions[done.command.action].successMessage,
): string {
  const { order, command, definition, status } = done;
  const message = text ?? `该环节已“${actionName(command, definition, done)}”，办件流水号：${order.code}`;
  return writeAnswer(handling.handle, {
    workorderId: order.id,
    workorderCode: order.code,
    status,
    statusLabel: isWorkOrderStatus(status) ? workOrderStatusLabel[status] : '',
    message,
    nextNodeNames: openedNodeNames(done),
    countersign: decidedCountersign(done.stateBefore, done.stateAfter),
    workorderDocs: documents.map(presentDocument).map(({ id, docId, name, docName, attachmentUrl }) => ({
      id,
      docId,
      name,
      docName,
      attachmentUrl,
    })),
  });
}
