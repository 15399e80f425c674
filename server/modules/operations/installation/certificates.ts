import type { Config } from '#server/kernel/config/config.ts';

export interface CertificateFacts {
  /** Name in the certificate. */
  name: string;
  serial: string;
  validFrom: Date;
  validUntil: Date;
}

/** Returns the certificates that sign documents: that of the office, then those of its issuers. */
export function officeCertificates({ documents }: Pick<Config, 'documents'>): CertificateFacts[] {
  const { certificate: office } = documents;
  if (office === undefined) return [];
  return [office.certificate, ...office.chain].map(({ subject, serialNumber, validFrom, validTo }) => ({
    name: /^CN=(.+)$/m.exec(subject)?.[1] ?? serialNumber,
    serial: serialNumber,
    validFrom: new Date(validFrom),
    validUntil: new Date(validTo),
  }));
}
