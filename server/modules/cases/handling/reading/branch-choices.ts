import type { ActionOutcome, BranchChoice, BranchChoices } from '#contract/action-preview.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { FieldAccess, resolveAuthority } from '#domain/forms/authority.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { previewAction } from '#domain/workflow/action-preview.ts';
import { type ChooseBranchCommand, chooseBranchAction } from '#domain/workflow/actions/choose-branch.ts';
import { branchNodes } from '#domain/workflow/actions/queries.ts';
import { branchesWithFields, leftOutFields, suggestedBranch } from '#domain/workflow/branch-fields.ts';
import { formPathIn } from '#domain/workflow/decision/candidates.ts';
import type { DecisionContext, OrderState, ProcessDefinition, Task } from '#domain/workflow/model/model.ts';
import type { Context } from '#server/framework/context.ts';
import type { ReadableOrder } from '#server/modules/cases/work-orders/service.ts';
import { authorityAt, type OpenedForm } from '#server/modules/design/forms/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import type { Directory } from '#server/modules/organisation/organisations/service.ts';
import { decisionContextOf, taskForAction } from './dialog-data.ts';
import { presentOpenedTasks } from './present-opened.ts';

/** An order with the choice of a branch, and everything on which its outcome depends. */
interface BranchDecision {
  state: OrderState;
  command: ChooseBranchCommand;
  decisionContext: DecisionContext;
  directory: Directory;
}

/**
 * Returns the branches of the manual gateway after the task (S1 §7 branch nodes), each with the unit and
 * people that get the order if it is chosen: found by deciding each on a copy, with the stored forms.
 */
export async function branchChoices(context: Context, actor: Actor, order: ReadableOrder, namedTask: Task) {
  const openTask = taskForAction(actor, order, namedTask);
  if (isRefusal(openTask)) return openTask;
  const { state, definition, task } = openTask;
  const [{ decisionContext, directory, rules }, holidays] = await Promise.all([
    decisionContextOf(context, actor, openTask, []),
    currentHolidays(context.db),
  ]);
  const buttonId = branchButton(definition, task);
  const command = { action: 'chooseBranch', taskId: task.id, buttonId, opinion: '' } as const;
  return rules.settle(() => presentBranches({ state, command, decisionContext, directory }, holidays));
}

/** Returns the branches with the one that fits the forms, for the dialog of the choice. */
export function branchesToChoose(decision: BranchDecision, holidays: HolidayTable) {
  const { state, command, decisionContext } = decision;
  const suggestedNodeId =
    suggestedBranch(branchesWithFields(state, command, decisionContext), decisionContext) ?? null;
  return { ...presentBranches(decision, holidays), suggestedNodeId };
}

function presentBranches(
  { state, command, decisionContext, directory }: BranchDecision,
  holidays: HolidayTable,
): BranchChoices {
  const { definition } = decisionContext;
  const answer = branchNodes(state, definition, command.taskId);
  const tasksOpenedBy = (nodeId: string): BranchChoice['opens'] => {
    const preview = previewAction(state, { ...command, branchNodeIds: [nodeId] }, decisionContext);
    // Results that depend on missing fields are shown by the preview of the choice itself.
    if (isRefusal(preview)) return [];
    return presentOpenedTasks(preview, { definition, directory, holidays });
  };
  return {
    rows: (answer?.branches ?? []).map(({ nodeId, label }) => ({
      flowNodeId: nodeId,
      flowNodeName: label,
      opens: tasksOpenedBy(nodeId),
    })),
    multiple: answer?.many ?? false,
  };
}

/** Returns the units in form fields that the choice leaves out, for the fields that the person may see. */
export function unitsLeftOut(
  { state, command, decisionContext, directory }: BranchDecision,
  task: Task,
  after: OrderState,
  forms: readonly OpenedForm[],
): ActionOutcome['leftOut'] {
  const { branches } = branchesWithFields(state, command, decisionContext);
  return leftOutFields(branches, task, after, decisionContext.definition).flatMap(({ name, keys }) => {
    const fieldTitle = visibleTitle(name, decisionContext.definition, task, forms);
    return fieldTitle === undefined ? [] : [{ fieldTitle, unitNames: keys.map(directory.nameOf) }];
  });
}

/** Returns the title of a form field (`form.field`, `form.table.column`); undefined if the node hides it. */
function visibleTitle(
  name: string,
  definition: ProcessDefinition,
  { nodeId }: Task,
  forms: readonly OpenedForm[],
): string | undefined {
  const path = formPathIn(name);
  const form = forms.find((opened) => opened.form.code === path?.form)?.form.compiled;
  const field = form?.byId.get(path?.field ?? '');
  if (!path || !form || !field) return undefined;
  const access = resolveAuthority(form, authorityAt(definition, nodeId, form.code));
  if (access[field.id] === FieldAccess.hidden) return undefined;
  return path.column === undefined ? field.title : field.columns.find(({ id }) => id === path.column)?.title;
}

function branchButton({ nodes }: ProcessDefinition, { nodeId }: Task): string {
  const node = nodes[nodeId];
  const buttons = node?.kind === 'userTask' ? node.buttons : [];
  const button = buttons.find(
    ({ code, state, opType }) => code === chooseBranchAction.buttonCode && state === 1 && opType === 1,
  );
  return button?.id ?? '';
}
