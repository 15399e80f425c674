import type { Task } from '#domain/workflow/model/model.ts';
import type { Context } from '#server/framework/context.ts';
import type { TypedContent } from '#server/modules/design/forms/service.ts';
import type { OrderPageRecord } from './queries.ts';

/** Draft that a person typed at an open task, as it is stored there (docs/decisions/0112). */
export interface Staging {
  opinion: string;
  /** The fields that were typed, sealed as their forms say. */
  forms: (TypedContent & { formCode: string })[];
}

/** One of an earlier version of the portal says nothing of what it was typed upon. */
type Stored = Omit<Staging, 'forms'> & {
  forms: (Omit<Staging['forms'][number], 'openedOn'> & Partial<TypedContent>)[];
};

/** Everything that a staging holds is sealed as one text. */
export function sealStaging({ crypto }: Pick<Context, 'crypto'>, staging: Staging): string {
  return crypto.seal(JSON.stringify(staging));
}

export function openStaging({ crypto }: Pick<Context, 'crypto'>, sealed: string): Staging {
  const { opinion, forms } = JSON.parse(crypto.open(sealed, 'staging')) as Stored;
  return { opinion, forms: forms.map((form) => ({ ...form, openedOn: form.openedOn ?? {} })) };
}

/** Returns the draft that this person has stored at the task. */
export function stagedAt(
  { crypto }: Pick<Context, 'crypto'>,
  { staged }: Pick<OrderPageRecord, 'staged'>,
  { id }: Pick<Task, 'id'>,
): (Staging & { stagedAt: string }) | undefined {
  const kept = staged.find(({ number }) => number === id);
  if (!kept) return undefined;
  return {
    ...openStaging({ crypto }, kept.content_sealed),
    stagedAt: new Date(kept.staged_at).toISOString(),
  };
}

export function shownStaging(staged: ReturnType<typeof stagedAt>) {
  return staged ? { stagedAt: staged.stagedAt, opinion: staged.opinion } : null;
}

/** Returns the values typed into a form at the newest of these visits that left values of it. */
export function keptAt(
  { typed }: Pick<OrderPageRecord, 'typed'>,
  visits: readonly Task[],
  formCode: string,
): OrderPageRecord['typed'][number] | undefined {
  const ofForm = typed.filter(({ form_code }) => form_code === formCode);
  return visits.flatMap(({ id }) => ofForm.filter(({ number }) => number === id))[0];
}
