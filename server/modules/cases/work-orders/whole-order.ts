import type { Applicant } from '#contract/applicant.ts';
import type { Trace } from '#contract/traces.ts';
import { systemActor } from '#domain/access/actor.ts';
import { compareChanges } from '#domain/forms/earlier-contents.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { getPublishedForm, openForm, type PublishedForm } from '#server/modules/design/forms/service.ts';
import { readOrderWithTrace } from './access.ts';
import { changesOf, decryptChanges } from './form-changes.ts';
import { listFormsWithChanges } from './history.queries.ts';
import { ownTraces } from './order-traces.ts';
import { presentApplicant } from './present-applicant.ts';
import { type ApplicantRecord, findRegions } from './queries.ts';

/** Parts of an order for the archive: unmasked, and independent of a reader's permissions. */

/** Returns the stored trace in the order of time; an order without a row is an error. */
export async function completeTrace(context: Context, id: string): Promise<readonly Trace[]> {
  const readableOrder = await readOrderWithTrace(context, systemActor, { id });
  if (isRefusal(readableOrder)) throw new Error(`Order ${id} is missing`);
  return (await ownTraces(context, systemActor, readableOrder)).rows;
}

/** Returns the unmasked applicant. */
export async function unmaskedApplicant(context: Context, applicant: ApplicantRecord): Promise<Applicant> {
  const regions = await findRegions(context.db, applicant.region);
  return presentApplicant(applicant, regions, context.crypto, true);
}

/** A change of a form by one action, with all values that are stored. */
interface WholeChange {
  form: PublishedForm;
  /** True if action 13 marked the form as deleted. */
  isDeleted: boolean;
  change: ReturnType<typeof changesOf>[number];
  /** A field whose value is not stored is left out. */
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
}

/** Returns the changes of the order's forms with unmasked values, oldest first. */
export async function completeFormChanges(context: Context, id: string): Promise<WholeChange[]> {
  const forms = await listFormsWithChanges(context.db, id, {});
  const changes = await Promise.all(
    forms.map(async (stored) => {
      const form = await getPublishedForm(context.db, stored.form_definition_id);
      const { content } = openForm(form, stored.content, context.crypto);
      return compareChanges(content, decryptChanges(form, changesOf(stored), context)).map((compared) => ({
        form,
        isDeleted: stored.deleted_at !== null,
        ...compared,
      }));
    }),
  );
  return changes.flat().sort((one, other) => one.change.version - other.change.version);
}
