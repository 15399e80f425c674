import type { Applicant } from '#contract/applicant.ts';
import type { Trace } from '#contract/traces.ts';
import { systemActor } from '#domain/access/actor.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { readOrderWithTrace } from './access.ts';
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
