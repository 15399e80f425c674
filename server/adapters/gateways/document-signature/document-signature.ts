import type { OfficeCertificate } from '#server/kernel/crypto/certificate.ts';
import { signDetached } from './cades.ts';
import { addSignature } from './incremental-update.ts';

/** Signs documents with the certificate of the office (PAdES, ETSI EN 319 142-1, baseline B). */
export interface DocumentSignature {
  sign(pdf: Uint8Array, at: Date): Promise<Uint8Array>;
}

export function createDocumentSignature(certificate: OfficeCertificate): DocumentSignature {
  const [, name = ''] = /CN=([^\n]+)/.exec(certificate.certificate.subject) ?? [];
  return {
    sign: (pdf, at) =>
      addSignature(pdf, { name, reason: '文书签发', at }, (content) => signDetached(content, certificate)),
  };
}
