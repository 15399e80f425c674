import { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import { isMobile } from '#domain/certificates/phone.ts';
import type { Context } from '#server/framework/context.ts';
import { findSealedApplicant } from './order.queries.ts';

/**
 * The applicant of an order as a recipient of messages: the item's word for applicants, and the mobile
 * number.
 */
export interface MessagedApplicant {
  word: ApplicantTerm;
  /** Undefined if none, or a landline, was given. */
  mobile: string | undefined;
}

/** Finds the word and the mobile number of an order's applicant. */
export async function findMessagedApplicant(
  { db, crypto }: Pick<Context, 'db' | 'crypto'>,
  workorderId: string,
): Promise<MessagedApplicant> {
  const { word, mobile: sealed } = (await findSealedApplicant(db, workorderId)) ?? {
    word: ApplicantTerm.applicant,
    mobile: null,
  };
  const mobile = sealed === null ? '' : crypto.open(sealed, 'applicant');
  return { word, mobile: isMobile(mobile) ? mobile : undefined };
}
