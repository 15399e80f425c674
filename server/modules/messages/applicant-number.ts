import { isMobile } from '#domain/certificates/phone.ts';
import type { Context } from '#server/context/context.ts';
import { findApplicantMobile } from './order-messages.queries.ts';

/** The applicant's mobile number; undefined where none, or a landline, was given. */
export async function findApplicantNumber(
  { db, crypto }: Pick<Context, 'db' | 'crypto'>,
  workorderId: string,
): Promise<string | undefined> {
  const sealed = await findApplicantMobile(db, workorderId);
  const mobile = sealed === undefined ? '' : crypto.open(sealed, 'applicant');
  return isMobile(mobile) ? mobile : undefined;
}
