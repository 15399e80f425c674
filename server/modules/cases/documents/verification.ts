import type { VerifiedDocument } from '#contract/document-verification.ts';
import { isVoidDocument } from '#domain/documents/document-validity.ts';
import { readVerificationCode, writeVerificationCode } from '#domain/documents/verification-code.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import type { PreBodyLimit } from '#server/framework/routing/access.ts';
import { visitorNetwork } from '#server/kernel/http/visitor-network.ts';
import { findDocumentByCode } from './verification.queries.ts';

/**
 * Limit of verifications from one address in ten minutes: enough for typing, far too few to guess 100 bits.
 */
export const limitsOfVerifications: PreBodyLimit['limitsOf'] = ({ ip }) => [
  { bucket: `verify:address:${visitorNetwork(ip)}`, limit: 60, windowSeconds: 600 },
];

/** Verifies a document by its code, without a session: returns its issuer and validity, not its content. */
export async function verifyDocument(
  { db }: Pick<Context, 'db'>,
  typedCode: string,
): Promise<VerifiedDocument | Refusal<'notFound'>> {
  const code = readVerificationCode(typedCode);
  const document = code === undefined ? undefined : await findDocumentByCode(db, code);
  if (!document || code === undefined)
    return refuse('notFound', { message: '没有该核验码对应的文书，请核对后重试' });
  const { issuer, name, documentNumber, madeOn, sha256, state } = document;
  const valid = !isVoidDocument(state, document);
  return {
    issuer,
    name,
    documentNumber,
    madeOn,
    valid,
    stateLabel: valid ? '有效' : '已作废',
    sha256,
    code: writeVerificationCode(code),
  };
}
