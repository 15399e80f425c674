import type { OfficeCertificate } from '#server/kernel/crypto/certificate.ts';

/** Signs documents with the certificate of the office (PAdES, ETSI EN 319 142-1, baseline B). */
export interface DocumentSignature {
  sign(pdf: Uint8Array, at: Date): Promise<Uint8Array>;
}

export function createDocumentSignature(certificate: OfficeCertificate): DocumentSignature {
  const [, name = ''] = /CN=([^\n]+)/.exec(certificate.certificate.subject) ?? [];
  return {
    async sign(pdf, at) {
      // Loaded for the first signature: their libraries take memory that a portal that signs nothing needs elsewhere.
      const [{ addSignature }, { signDetached }] = await Promise.all([
        import('./incremental-update.ts'),
        import('./cades.ts'),
      ]);
      return await addSignature(pdf, { name, reason: '文书签发', at }, (content) =>
        signDetached(content, certificate),
      );
    },
  };
}
