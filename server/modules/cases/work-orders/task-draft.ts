import type { Task } from '#domain/workflow/model/model.ts';
import type { Context } from '#server/framework/context.ts';
import type { PendingContent } from '#server/modules/design/forms/service.ts';
import type { OrderPageRecord } from './queries.ts';

/** A person's draft at an open task, as stored (docs/decisions/0112). */
export interface TaskDraft {
  opinion: string;
  /** The typed fields, encrypted as their forms require. */
  forms: (PendingContent & { formCode: string })[];
}

/** A draft of an earlier version of the portal does not contain the versions on which it was typed. */
type StoredDraft = Omit<TaskDraft, 'forms'> & {
  forms: (Omit<TaskDraft['forms'][number], 'openedOn'> & Partial<PendingContent>)[];
};

/** Encrypts everything in a draft as one text. */
export function encryptTaskDraft({ crypto }: Pick<Context, 'crypto'>, staging: TaskDraft): string {
  return crypto.seal(JSON.stringify(staging));
}

export function decryptTaskDraft({ crypto }: Pick<Context, 'crypto'>, sealed: string): TaskDraft {
  const { opinion, forms } = JSON.parse(crypto.open(sealed, 'staging')) as StoredDraft;
  return { opinion, forms: forms.map((form) => ({ ...form, openedOn: form.openedOn ?? {} })) };
}

/** Returns the draft that this person has stored at the task. */
export function findTaskDraft(
  { crypto }: Pick<Context, 'crypto'>,
  { taskDrafts }: Pick<OrderPageRecord, 'taskDrafts'>,
  { id }: Pick<Task, 'id'>,
): (TaskDraft & { stagedAt: string }) | undefined {
  const row = taskDrafts.find(({ number }) => number === id);
  if (!row) return undefined;
  return {
    ...decryptTaskDraft({ crypto }, row.content_sealed),
    stagedAt: new Date(row.staged_at).toISOString(),
  };
}

export function presentTaskDraft(staged: ReturnType<typeof findTaskDraft>) {
  return staged ? { stagedAt: staged.stagedAt, opinion: staged.opinion } : null;
}

/** Returns the values typed into a form at the newest of these visits that has any. */
export function findPendingForm(
  { pendingForms }: Pick<OrderPageRecord, 'pendingForms'>,
  visits: readonly Task[],
  formCode: string,
): OrderPageRecord['pendingForms'][number] | undefined {
  const formValues = pendingForms.filter(({ form_code }) => form_code === formCode);
  return visits.flatMap(({ id }) => formValues.filter(({ number }) => number === id))[0];
}
