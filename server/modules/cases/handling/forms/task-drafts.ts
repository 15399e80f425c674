import type { RefusalOf } from '#contract/endpoint.ts';
import type { TaskDraftInput, taskDrafts } from '#contract/task-drafts.ts';
import type { Actor } from '#domain/access/actor.ts';
import { problemOfOpinion } from '#domain/opinions/opinion.ts';
import { type Problem, refuse } from '#domain/refusals/refusals.ts';
import { isCandidateFor } from '#domain/substitutes/substitution.ts';
import { mayPerform } from '#domain/workflow/actions/registry.ts';
import type { Task } from '#domain/workflow/model/model.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import type { AnswerText } from '#server/kernel/http/envelope.ts';
import { type ActingCall, actOnce } from '#server/modules/access/audit/service.ts';
import { encryptTaskDraft } from '#server/modules/cases/work-orders/service.ts';
import { attachFilesToDraft } from '#server/modules/records/files/service.ts';
import type { OrderForAction } from '../order/access.ts';
import { formsOfDraft, formsWithPendingValues } from './draft-forms.ts';
import { fillForms, openForms } from './fill-forms.ts';
import { findPendingValues } from './pending-values.ts';
import { deleteDraftsOfFinishedTasks, upsertTaskDraft } from './task-drafts.queries.ts';

type TaskDraftCall = ActingCall<typeof taskDrafts.draftForms> & { actor: Actor };

/**
 * Stores the content that a person has typed at an open task (暂存): one draft for each person, so that two
 * candidates of the same task never overwrite each other. The order does not change. Invalid values are
 * refused, and with `complete` also missing required values.
 */
export async function saveTaskDraft(
  call: TaskDraftCall,
  order: OrderForAction,
  task: Task,
  input: TaskDraftInput,
  { complete }: { complete: boolean },
): Promise<AnswerText | RefusalOf<typeof taskDrafts.draftForms>> {
  const { context, actor } = call;
  if (task.outcome !== null) return refuse('taskAlreadyHandled');
  if (!isCandidateFor(actor, task)) return refuse('notYourTask');
  if (!mayPerform(actor, task.nodeId === order.definition.startId ? 'resubmit' : 'handle'))
    return refuse('forbidden');
  const now = context.now();
  const pending = await findPendingValues(call, order, task);
  const openedForms = await openForms(
    context,
    order.forms.filter(({ deleted }) => !deleted),
  );
  const submitted = formsWithPendingValues(openedForms, pending, input.workorderForms, context.crypto);
  // As for an action that fills in no form, only invalid values are refused.
  const command = { action: 'handle', taskId: task.id, buttonId: '', opinion: '' } as const;
  const merged = await fillForms(call, order, command, { forms: submitted, allowsIncomplete: true }, now);
  const missingProblems = complete
    ? (await fillForms(call, order, command, { forms: submitted }, now)).problems
    : [];
  const problems = uniqueProblems([...opinionProblems(input), ...merged.problems, ...missingProblems]);
  if (problems.length > 0) return refuse('formInvalid', { problems });
  const { others, forms } = formsOfDraft(submitted, merged.pending, pending);
  return actOnce(call, async (tx) => {
    const id = await upsertTaskDraft(tx, {
      workorderId: order.id,
      number: task.id,
      staffId: actor.staffId,
      id: context.newId(),
      sealed: encryptTaskDraft(context, { opinion: input.handlerOpinion, forms }),
      now,
    });
    if (id === undefined) return refuse('taskAlreadyHandled');
    await deleteDraftsOfFinishedTasks(tx, actor.staffId);
    await attachFilesToDraft(tx, { id, staffId: actor.staffId }, [...submitted, ...others]);
    const traceId = `${order.id}.${task.id}`;
    return {
      answer: { traceId, stagedAt: now.toISOString() },
      auditRecord: {
        chain: `draft:${actor.staffId}`,
        action: 'draft.stage',
        objectKind: 'draft',
        objectId: traceId,
        detail: {},
      },
    };
  });
}

/** Removes drafts of finished tasks, so that no texts or files of them stay. */
export async function cleanUpTaskDrafts({ db, log }: Pick<Context, 'db' | 'log'>): Promise<number> {
  const removed = await inTransaction(db, (tx) => deleteDraftsOfFinishedTasks(tx));
  if (removed > 0) log.info({ removed }, 'Task drafts of finished tasks were removed');
  return removed;
}

function opinionProblems({ handlerOpinion }: TaskDraftInput): Problem[] {
  const problem = problemOfOpinion(handlerOpinion, false);
  return problem === undefined ? [] : [{ field: 'handlerOpinion', message: problem }];
}

function uniqueProblems(problems: readonly Problem[]): Problem[] {
  return problems.filter(
    ({ field, message }, index) =>
      problems.findIndex((other) => other.field === field && other.message === message) === index,
  );
}
