import type { Actor } from '#domain/access/actor.ts';
import type { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import { endOfHandling } from '#domain/workflow/action-preview.ts';
import type { Command } from '#domain/workflow/actions/registry.ts';
import { resubmitButton } from '#domain/workflow/available-actions.ts';
import type { FormsRule } from '#domain/workflow/decision/action.ts';
import type { FlowNode, NodeButton, Task } from '#domain/workflow/model/model.ts';
import type { Context } from '#server/framework/context.ts';
import {
  type CollectedFacts,
  collectFacts,
  readStoredOrderFacts,
} from '#server/modules/cases/documents/service.ts';
import type { MergedForms, SubmittedForm } from '#server/modules/design/forms/service.ts';
import { evaluateCondition } from '#server/modules/design/processes/service.ts';
import { fillForms } from '../forms/fill-forms.ts';
import type { OrderForAction } from '../order/access.ts';

/**
 * Collects the facts for the documents of a button, in the same way for the preview and for the action: the
 * forms as typed, wherever the action stores them. Forms that stay typed at the task during a countersign are
 * visible in its documents to the people who are asked.
 */
export async function documentFacts(
  call: { context: Context; actor: Actor },
  order: OrderForAction,
  task: Task,
  request: {
    command: Command;
    rule: FormsRule;
    forms: readonly SubmittedForm[];
    buttonId: string;
    opinion: string;
  },
  at: Date,
): Promise<{ gathered: CollectedFacts; mergedForms: MergedForms }> {
  const { command, rule, buttonId, opinion } = request;
  const takesForms = rule === 'store' || rule === 'draft';
  const forms = takesForms ? request.forms : null;
  const mergedForms = await fillForms(call, order, command, { forms }, at);
  const read = await readStoredOrderFacts(call.context, order, call.actor);
  const gathered = collectFacts(call.context, read, {
    order,
    definition: order.definition,
    forms: mergedForms.forms,
    task,
    button: buttonOf(order.definition.nodes[task.nodeId], buttonId),
    opinion,
    actor: call.actor,
    at,
    finalStatus: finalStatusOf(order, command, call.actor, at),
  });
  return { gathered, mergedForms };
}

/** Returns the final status if a handling certainly ends the order, whatever others and the forms contain. */
function finalStatusOf(
  { state, definition }: OrderForAction,
  command: Command,
  actor: Actor,
  now: Date,
): WorkOrderStatus | undefined {
  if (command.action !== 'handle' || command.buttonId === '') return undefined;
  return endOfHandling(state, command, { definition, actor, now, evaluateCondition });
}

/** Returns the button of a node by its id; the start has one of its own, for an order that was returned. */
export function buttonOf(node: FlowNode | undefined, buttonId: string): NodeButton | undefined {
  const buttons = node?.kind === 'userTask' ? node.buttons : [resubmitButton];
  return node && buttons.find(({ id }) => id === buttonId);
}
