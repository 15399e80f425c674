import forge from 'node-forge';

/** Returns a self-signed certificate of an office, as a P12 file. */
export function makeP12(name: string, password: string, algorithm: 'aes256' | '3des' = 'aes256'): Buffer {
  const { pki, pkcs12, asn1 } = forge;
  const keys = pki.rsa.generateKeyPair(2048);
  const certificate = pki.createCertificate();
  certificate.publicKey = keys.publicKey;
  certificate.serialNumber = '01a2b3';
  certificate.validity.notBefore = new Date('2026-01-01T00:00:00Z');
  certificate.validity.notAfter = new Date('2036-01-01T00:00:00Z');
  const names = [
    { name: 'commonName', value: name, valueTagClass: asn1.Type.UTF8 as unknown as forge.asn1.Class },
  ];
  certificate.setSubject(names);
  certificate.setIssuer(names);
  certificate.sign(keys.privateKey, forge.md.sha256.create());
  const file = pkcs12.toPkcs12Asn1(keys.privateKey, [certificate], password, { algorithm });
  return Buffer.from(asn1.toDer(file).getBytes(), 'latin1');
}
