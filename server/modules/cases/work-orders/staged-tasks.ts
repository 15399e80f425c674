import type { Task } from '#domain/workflow/model/model.ts';
import type { Context } from '#server/framework/context.ts';
import type { PendingContent } from '#server/modules/design/forms/service.ts';
import type { OrderPageRecord } from './queries.ts';

/** A person's draft at an open task, as stored (docs/decisions/0112). */
export interface Staging {
  opinion: string;
  /** The typed fields, encrypted as their forms require. */
  forms: (PendingContent & { formCode: string })[];
}

/** A draft of an earlier version of the portal does not contain the versions on which it was typed. */
type StoredDraft = Omit<Staging, 'forms'> & {
  forms: (Omit<Staging['forms'][number], 'openedOn'> & Partial<PendingContent>)[];
};

/** Encrypts everything in a draft as one text. */
export function encryptTaskDraft({ crypto }: Pick<Context, 'crypto'>, staging: Staging): string {
  return crypto.seal(JSON.stringify(staging));
}

export function decryptTaskDraft({ crypto }: Pick<Context, 'crypto'>, sealed: string): Staging {
  const { opinion, forms } = JSON.parse(crypto.open(sealed, 'staging')) as StoredDraft;
  return { opinion, forms: forms.map((form) => ({ ...form, openedOn: form.openedOn ?? {} })) };
}

/** Returns the draft that this person has stored at the task. */
export function stagedAt(
  { crypto }: Pick<Context, 'crypto'>,
  { staged }: Pick<OrderPageRecord, 'staged'>,
  { id }: Pick<Task, 'id'>,
): (Staging & { stagedAt: string }) | undefined {
  const row = staged.find(({ number }) => number === id);
  if (!row) return undefined;
  return {
    ...decryptTaskDraft({ crypto }, row.content_sealed),
    stagedAt: new Date(row.staged_at).toISOString(),
  };
}

export function shownStaging(staged: ReturnType<typeof stagedAt>) {
  return staged ? { stagedAt: staged.stagedAt, opinion: staged.opinion } : null;
}

/** Returns the values typed into a form at the newest of these visits that has any. */
export function storedAt(
  { typed }: Pick<OrderPageRecord, 'typed'>,
  visits: readonly Task[],
  formCode: string,
): OrderPageRecord['typed'][number] | undefined {
  const formValues = typed.filter(({ form_code }) => form_code === formCode);
  return visits.flatMap(({ id }) => formValues.filter(({ number }) => number === id))[0];
}
