import type { BranchChoice } from '#contract/action-preview.ts';
import type { Actor } from '#domain/access/actor.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { previewAction } from '#domain/workflow/action-preview.ts';
import { chooseBranchAction } from '#domain/workflow/actions/choose-branch.ts';
import { branchNodes } from '#domain/workflow/actions/queries.ts';
import type { ProcessDefinition, Task } from '#domain/workflow/model/model.ts';
import type { Context } from '#server/framework/context.ts';
import type { ReadableOrder } from '#server/modules/cases/work-orders/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { decisionContextOf, taskForAction } from './dialog-data.ts';
import { presentOpenedTasks } from './present-opened.ts';

/**
 * Returns the branches of the manual gateway after the task (S1 §7 branch nodes), each with the unit and
 * people that get the order if it is chosen: found by deciding each on a copy, with the stored forms.
 */
export async function branchChoices(context: Context, actor: Actor, order: ReadableOrder, namedTask: Task) {
  const openTask = taskForAction(actor, order, namedTask);
  if (isRefusal(openTask)) return openTask;
  const { state, definition, task } = openTask;
  const answer = branchNodes(state, definition, task.id);
  const branches = answer?.branches ?? [];
  const [{ decisionContext, directory }, holidays] = await Promise.all([
    decisionContextOf(context, actor, openTask, []),
    currentHolidays(context.db),
  ]);
  const buttonId = branchButton(definition, task);
  const tasksOpenedBy = (nodeId: string): BranchChoice['opens'] => {
    const command = {
      action: 'chooseBranch',
      taskId: task.id,
      buttonId,
      branchNodeIds: [nodeId],
      opinion: '',
    } as const;
    const preview = previewAction(state, command, decisionContext);
    // Results that depend on missing fields are shown by the preview of the choice itself.
    if (isRefusal(preview)) return [];
    return presentOpenedTasks(preview, { definition, directory, holidays });
  };
  return {
    rows: branches.map(({ nodeId, label }) => ({
      flowNodeId: nodeId,
      flowNodeName: label,
      opens: tasksOpenedBy(nodeId),
    })),
    multiple: answer?.many ?? false,
  };
}

function branchButton({ nodes }: ProcessDefinition, { nodeId }: Task): string {
  const node = nodes[nodeId];
  const buttons = node?.kind === 'userTask' ? node.buttons : [];
  const button = buttons.find(
    ({ code, state, opType }) => code === chooseBranchAction.buttonCode && state === 1 && opType === 1,
  );
  return button?.id ?? '';
}
