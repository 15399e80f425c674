import type { RefusalOf } from '#contract/endpoint.ts';
import type { StagedInput, staging } from '#contract/staging.ts';
import type { Actor } from '#domain/access/actor.ts';
import { type Problem, refuse } from '#domain/refusals/refusals.ts';
import { answersTo } from '#domain/substitutes/standing-in.ts';
import { mayGive } from '#domain/workflow/actions/registry.ts';
import type { Task } from '#domain/workflow/model.ts';
import { faultOfOpinion } from '#domain/workflow/opinion.ts';
import type { Context } from '#server/context/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AnswerText } from '#server/http/envelope.ts';
import { type ActingCall, actOnce } from '#server/modules/audit/service.ts';
import { holdForDraft } from '#server/modules/files/service.ts';
import { formCodeOf, type SentForm } from '#server/modules/forms/service.ts';
import { sealStaging } from '#server/modules/work-orders/service.ts';
import type { OrderToAct } from './access.ts';
import { fillForms, openForms } from './fill-forms.ts';
import { dropStale, putStaging } from './staging.queries.ts';
import { laidAt } from './typed-over.ts';

type StagingCall = ActingCall<typeof staging.draftForms> & { actor: Actor };

/**
 * Keeps what a person has typed at an open task (暂存): one staging for each person, so that two who were offered the same
 * task never overwrite each other. Nothing of it is in the record. What is wrong is refused; `complete`: what is missing, too.
 */
export async function stage(
  call: StagingCall,
  order: OrderToAct,
  task: Task,
  input: StagedInput,
  { complete }: { complete: boolean },
): Promise<AnswerText | RefusalOf<typeof staging.draftForms>> {
  const { context, actor } = call;
  if (task.outcome !== null) return refuse('taskAlreadyHandled');
  if (!answersTo(actor, task)) return refuse('notYourTask');
  if (!mayGive(actor, task.nodeId === order.definition.startId ? 'resubmit' : 'handle'))
    return refuse('forbidden');
  const now = context.now();
  const laid = await laidAt(call, order, task);
  const sent = await withUnnamed(call, order, laid, input);
  // As typed at a visit that fills nothing in: only what is wrong stands against it.
  const press = { action: 'handle', taskId: task.id, buttonId: '', opinion: '' } as const;
  const typed = await fillForms(call, order, press, { forms: sent, keepsTyped: true }, now);
  const missing = complete ? (await fillForms(call, order, press, { forms: sent }, now)).problems : [];
  const problems = eachOnce([...opinionProblems(input), ...typed.problems, ...missing]);
  if (problems.length > 0) return refuse('formInvalid', { problems });
  // A form that is as the order holds it is staged as such: what a return left lies over it no more.
  const own = sent.flatMap(({ formId, content, laidOn }) => {
    const formCode = formCodeOf(formId);
    const changed = typed.typed.find((form) => form.formCode === formCode);
    if (changed) return [{ ...changed, openedOn: { ...changed.openedOn, ...laidOn } }];
    return Object.keys(content).length > 0 ? [{ formCode, content: {}, openedOn: {} }] : [];
  });
  const named = sent.map(({ formId }) => formCodeOf(formId));
  const others = [...laid.staged].flatMap(([formCode, typedForm]) =>
    named.includes(formCode) ? [] : [{ formCode, ...typedForm }],
  );
  const forms = [...others, ...own];
  return actOnce(call, async (tx) => {
    const id = await putStaging(tx, {
      workorderId: order.id,
      number: task.id,
      staffId: actor.staffId,
      id: context.newId(),
      sealed: sealStaging(context, { opinion: input.handlerOpinion, forms }),
      now,
    });
    if (id === undefined) return refuse('taskAlreadyHandled');
    await dropStale(tx, actor.staffId);
    await holdForDraft(tx, { id, staffId: actor.staffId }, [...sent, ...others]);
    const traceId = `${order.id}.${task.id}`;
    return {
      answer: { traceId, stagedAt: now.toISOString() },
      note: {
        chain: `draft:${actor.staffId}`,
        action: 'draft.stage',
        objectKind: 'draft',
        objectId: traceId,
        detail: {},
      },
    };
  });
}

/** Removes what is left of stagings whose task is done, so that neither words nor files of anybody stay behind it. */
export async function cleanUpStaging({ db, log }: Pick<Context, 'db' | 'log'>): Promise<number> {
  const removed = await inTransaction(db, (tx) => dropStale(tx));
  if (removed > 0) log.info({ removed }, 'Stagings of finished tasks were removed');
  return removed;
}

/**
 * What is sent of the forms, with what it does not name as it lay there, and the versions that this was typed upon: a
 * staging is shown in the place of what lay there.
 */
async function withUnnamed(
  { context }: StagingCall,
  order: OrderToAct,
  { kept, staged }: Awaited<ReturnType<typeof laidAt>>,
  { workorderForms }: StagedInput,
): Promise<(SentForm & { laidOn: Record<string, number> })[]> {
  return Promise.all(
    workorderForms.map(async ({ id: formId, content, contentVersion, initContent }) => {
      const laid = staged.get(formCodeOf(formId)) ?? kept.get(formCodeOf(formId));
      const unnamed = Object.keys(laid?.content ?? {}).filter((field) => !Object.hasOwn(content, field));
      const form = order.forms.find((one) => one.formDefinitionId === formId);
      const [opened] =
        form && laid && unnamed.length > 0
          ? await openForms(context, [{ ...form, content: laid.content }])
          : [];
      return {
        formId,
        content: { ...opened?.content, ...content },
        contentVersion,
        initContent,
        laidOn: Object.fromEntries(unnamed.map((field) => [field, laid?.openedOn[field] ?? 0])),
      };
    }),
  );
}

function opinionProblems({ handlerOpinion }: StagedInput): Problem[] {
  const fault = faultOfOpinion(handlerOpinion, false);
  return fault === undefined ? [] : [{ field: 'handlerOpinion', message: fault }];
}

function eachOnce(problems: readonly Problem[]): Problem[] {
  return problems.filter(
    ({ field, message }, at) =>
      problems.findIndex((other) => other.field === field && other.message === message) === at,
  );
}
