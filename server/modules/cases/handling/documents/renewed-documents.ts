import { documents } from '#contract/documents.ts';
import type { RefusalOf } from '#contract/endpoint.ts';
import type { SubmittedForm } from '#contract/submitted-form.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import type { CommandAction } from '#domain/workflow/actions/registry.ts';
import type { FormsRule } from '#domain/workflow/decision/action.ts';
import type { Task } from '#domain/workflow/model/model.ts';
import type { DocumentCall } from '#server/modules/cases/documents/service.ts';
import type { OrderForAction } from '../order/access.ts';
import { documentFacts } from './document-facts.ts';
import {
  activateDocuments,
  type ConfirmedDocuments,
  confirmedDocuments,
  previewDocuments,
  problemsOfDocuments,
} from './step-documents.ts';

type RenewRefusal = RefusalOf<typeof documents.preview> | RefusalOf<typeof documents.activateAll>;

/**
 * Makes confirmed documents again that were previewed before the opinion was written, and confirms them: the
 * documented preview has no opinion (S1 §7), so that the person has confirmed everything else in them.
 * Undefined if anything else changed, which requires another preview.
 */
export async function renewDocuments(
  call: DocumentCall & { requestHash: string },
  order: OrderForAction,
  task: Task,
  confirmed: ConfirmedDocuments,
  {
    action,
    forms,
    rule,
  }: { action: CommandAction | undefined; forms: readonly SubmittedForm[]; rule: FormsRule },
): Promise<ConfirmedDocuments | RenewRefusal | undefined> {
  const { context, actor } = call;
  const { buttonId, opinion } = confirmed;
  if (opinion.trim() === '') return undefined;
  const command = { action: 'handle', taskId: task.id, buttonId, opinion: '' } as const;
  const withoutOpinion = { ...confirmed, opinion: '' };
  const problems = await problemsOfDocuments(context, withoutOpinion, task, async () => {
    const factsRequest = { command, rule, forms, buttonId, opinion: '' };
    return (await documentFacts(call, order, task, factsRequest, context.now())).gathered;
  });
  if (problems.length > 0) return undefined;
  const preview = await previewDocuments(call, order, task, {
    buttonId,
    formContent: [...forms],
    handlerOpinion: opinion,
  });
  if (isRefusal(preview)) return preview;
  const docIds = preview.rows.map(({ id }) => id);
  const confirmCall = { ...call, endpoint: documents.activateAll, idempotencyKey: undefined };
  const result = await activateDocuments(confirmCall, { docIds, isActive: 1 });
  if (isRefusal(result)) return result;
  return confirmedDocuments(context, actor, order, task, { buttonId, action, opinion, namedIds: undefined });
}
