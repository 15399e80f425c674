import type { Actor } from '#domain/access/actor.ts';
import { type Problem, type Refusal, refusalRow, refuse } from '#domain/refusals/refusals.ts';
import { isCandidateFor } from '#domain/substitutes/substitution.ts';
import { workKinds } from '#domain/workflow/actions/checks.ts';
import type { Command } from '#domain/workflow/actions/registry.ts';
import type { ProcessDefinition, Task } from '#domain/workflow/model/model.ts';
import type { Context } from '#server/framework/context.ts';
import { mayRead } from '#server/modules/cases/work-orders/service.ts';
import {
  getPublishedForm,
  type MergeContext,
  type MergedForms,
  mergeForms,
  newFileIds,
  type OpenedForm,
  openForm,
  type SubmittedForm,
} from '#server/modules/design/forms/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { currentDirectory, directoryNames } from '#server/modules/organisation/organisations/service.ts';
import { findFiles, noFiles } from '#server/modules/records/files/service.ts';
import type { OrderForAction } from '../order/access.ts';
import type { StoredContent } from '../order/order.queries.ts';
import { pendingValuesAt } from './pending-values.ts';

/**
 * Merges the content that came with an action into the order's forms; values that it does not change stay
 * encrypted.
 */
export async function fillForms(
  { context, actor }: { context: Context; actor: Actor },
  order: OrderForAction,
  command: Command,
  {
    forms: submitted,
    allowsIncomplete,
  }: { forms: readonly SubmittedForm[] | null; allowsIncomplete?: boolean },
  now: Date,
): Promise<MergedForms> {
  const forms = await openForms(
    context,
    order.forms.filter(({ deleted }) => !deleted),
  );
  // Conditions still read deleted forms, because the flow depended on them.
  const deleted = await openForms(
    context,
    order.forms.filter((form) => form.deleted),
  );
  const task = 'taskId' in command ? order.state.tasks[command.taskId - 1] : undefined;
  const mayEdit = task !== undefined && isCandidateFor(actor, task);
  // A person without the task, or the second of two handlers, is refused by the decision and sees no form. A
  // person who was asked for an opinion reads the forms but does not fill them in.
  if (submitted === null || !task || task.outcome !== null || !mayEdit || !workKinds.includes(task.kind))
    return {
      forms: [...forms, ...deleted],
      changed: [],
      pending: [],
      problems: [],
      inventedChoices: [],
      contradictions: [],
      concurrentEdits: [],
      ruleCalls: [],
      fileIdsToAttach: [],
    };
  const ids = newFileIds(forms, submitted);
  const files =
    ids.length > 0
      ? await findFiles(context.db, context, actor, {
          workorderId: order.id,
          ids,
          mayRead: (reader, id) => mayRead(context.db, reader, { id }),
        })
      : noFiles;
  const merged = mergeForms(forms, submitted, {
    definition: order.definition,
    nodeId: task.nodeId,
    taskOpenedAt: task.openedAt,
    now,
    crypto: context.crypto,
    files,
    directoryName: directoryNames(await currentDirectory(context.db)),
    holidays: await currentHolidays(context.db),
    allowsIncomplete,
    pending: await pendingValuesAt({ context, actor }, order, task, forms, submitted),
    ...pressedButton(order.definition, task, command),
  });
  return { ...merged, forms: [...merged.forms, ...deleted] };
}

/**
 * Returns the button of a command, with the other buttons of its node, for the check that it agrees with the
 * forms.
 */
export function pressedButton(
  definition: ProcessDefinition,
  { nodeId }: Pick<Task, 'nodeId'>,
  command: Command | { buttonId: string },
): Pick<MergeContext, 'pressed'> {
  const node = definition.nodes[nodeId];
  if (node?.kind !== 'userTask' || !('buttonId' in command)) return {};
  const buttons = node.buttons.filter(({ state, opType }) => state === 1 && opType === 1);
  const button = buttons.find(({ id }) => id === command.buttonId);
  return button?.binds ? { pressed: { button, buttons } } : {};
}

/**
 * Opens the forms of an order for conditions and merging; an encrypted value is decrypted when it is read.
 */
export function openForms(context: Context, forms: readonly StoredContent[]): Promise<OpenedForm[]> {
  return Promise.all(
    forms.map(async ({ formDefinitionId, content, changes }) =>
      openForm(await getPublishedForm(context.db, formDefinitionId), content, context.crypto, changes),
    ),
  );
}

/** Returns all problems at once: a missing opinion does not hide problems of the forms. */
export function withFormProblems<R extends Refusal>(
  refusal: R,
  merged: MergedForms,
  fileProblems: readonly Problem[] = [],
): R | Refusal<'badInput'> {
  const problems = [...problemsOf(merged), ...fileProblems];
  if (problems.length === 0) return refusal;
  if (refusal.refused === 'opinionRequired') {
    const opinion = { field: 'handlerOpinion', message: refusalRow.opinionRequired.text };
    return refuse('badInput', { problems: [opinion, ...problems] });
  }
  if (refusal.refused === 'badInput') {
    return refuse('badInput', { problems: [...(refusal.problems ?? []), ...problems] });
  }
  return refusal;
}

/**
 * Refuses forms that cannot be stored: first if another action has changed them unseen, because the other
 * checks depend on that; then if a value contradicts the button, because that decides which other values are
 * needed.
 */
export function refuseForms(
  merged: MergedForms,
  fileProblems: readonly Problem[] = [],
): Refusal<'formChanged' | 'actionContradictsForm' | 'formInvalid' | 'badInput'> | null {
  const { concurrentEdits, contradictions } = merged;
  if (concurrentEdits.length > 0) return refuse('formChanged', { problems: concurrentEdits });
  if (contradictions.length > 0) {
    return refuse('actionContradictsForm', { problems: contradictions });
  }
  if (merged.problems.length > 0) {
    return refuse('formInvalid', { problems: [...merged.problems, ...fileProblems] });
  }
  return fileProblems.length > 0 ? refuse('badInput', { problems: fileProblems }) : null;
}

function problemsOf({ contradictions, problems }: MergedForms): MergedForms['problems'] {
  return contradictions.length > 0 ? contradictions : problems;
}
