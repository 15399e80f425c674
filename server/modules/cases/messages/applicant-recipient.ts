import { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import { isMobile } from '#domain/certificates/phone.ts';
import type { Context } from '#server/framework/context.ts';
import { findSealedApplicant } from './order.queries.ts';

/**
 * The applicant of an order as a recipient of messages: the item's applicant term, and the mobile number.
 */
export interface ApplicantRecipient {
  term: ApplicantTerm;
  /** Undefined if none, or a landline, was given. */
  mobile: string | undefined;
}

/** Finds the applicant term and the mobile number of an order's applicant. */
export async function findApplicantRecipient(
  { db, crypto }: Pick<Context, 'db' | 'crypto'>,
  workorderId: string,
): Promise<ApplicantRecipient> {
  const { term, mobile: sealed } = (await findSealedApplicant(db, workorderId)) ?? {
    term: ApplicantTerm.applicant,
    mobile: null,
  };
  const mobile = sealed === null ? '' : crypto.open(sealed, 'applicant');
  return { term, mobile: isMobile(mobile) ? mobile : undefined };
}
