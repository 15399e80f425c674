import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import forge from 'node-forge';

/** A certification authority for tests, like that of an office. */
export interface Authority {
  /** Path of its certificate. */
  certificate: string;
  /** Issues a certificate with its key for a machine with these names; returns their paths. */
  issue(...names: string[]): { certificate: string; key: string };
}

const { pki } = forge;
const dayMs = 86_400_000;

/** Creates an authority with its files in this folder. */
export function makeAuthority(folder: string): Authority {
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  const authorityKeys = pki.rsa.generateKeyPair(2048);
  const authorityName = [{ name: 'commonName', value: 'CA of the office' }];
  let serial = 0;
  const issueCertificate = (
    keys: forge.pki.rsa.KeyPair,
    subject: typeof authorityName,
    extensions: object[],
  ): string => {
    const certificate = pki.createCertificate();
    serial += 1;
    certificate.publicKey = keys.publicKey;
    certificate.serialNumber = `0${serial}`;
    certificate.validity.notBefore = new Date(Date.now() - dayMs);
    certificate.validity.notAfter = new Date(Date.now() + 30 * dayMs);
    certificate.setSubject(subject);
    certificate.setIssuer(authorityName);
    certificate.setExtensions(extensions);
    certificate.sign(authorityKeys.privateKey, forge.md.sha256.create());
    return pki.certificateToPem(certificate);
  };
  const authorityExtensions = [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
  ];
  return {
    certificate: write('ca.pem', issueCertificate(authorityKeys, authorityName, authorityExtensions)),
    issue: (...names) => {
      const keys = pki.rsa.generateKeyPair(2048);
      const [name = ''] = names;
      const altNames = names.map((value) => ({ type: 2, value }));
      const extensions = [{ name: 'subjectAltName', altNames }];
      return {
        certificate: write(
          `${name}.pem`,
          issueCertificate(keys, [{ name: 'commonName', value: name }], extensions),
        ),
        key: write(`${name}.key`, pki.privateKeyToPem(keys.privateKey)),
      };
    },
  };
}
