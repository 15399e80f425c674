import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/**
 * Verification of documents by their code, without a session (docs/decisions/0155); content is never shown.
 */

export const VerifiedDocument = z.object({
  /** The organisation that issued it. */
  issuer: z.string(),
  name: z.string(),
  documentNumber: z.string(),
  /** Day as `YYYY-MM-DD`. */
  madeOn: z.string(),
  valid: z.boolean(),
  stateLabel: z.string(),
  /** SHA-256 of the PDF, in hexadecimal. */
  sha256: z.string(),
  /** The code as it is printed on the document. */
  code: z.string(),
});
export type VerifiedDocument = z.output<typeof VerifiedDocument>;

export const documentVerification = {
  verify: endpoint({
    method: 'GET',
    path: '/api/verify/:code',
    summary: '核验文书',
    params: z.strictObject({ code: z.string().max(60) }),
    output: VerifiedDocument,
    refusals: ['notFound', 'tooManyRequests'],
  }),
};
