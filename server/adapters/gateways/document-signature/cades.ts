import { createHash, sign } from 'node:crypto';
import forge from 'node-forge';
import type { OfficeCertificate } from '#server/kernel/crypto/certificate.ts';

/**
 * Builds the detached CMS of a PDF signature after ETSI EN 319 142-1, baseline B: SHA-256 and the digest of
 * the signer's certificate.
 */

const { asn1 } = forge;
const { Class, Type } = asn1;
type Asn1 = forge.asn1.Asn1;

const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;

const construct = (type: forge.asn1.Type, ...value: Asn1[]) =>
  asn1.create(Class.UNIVERSAL, type, true, value);
const sequence = (...value: Asn1[]) => construct(Type.SEQUENCE, ...value);
const set = (...value: Asn1[]) => construct(Type.SET, ...value);
const createTagged = (tag: number, ...value: Asn1[]) =>
  asn1.create(Class.CONTEXT_SPECIFIC, tag as forge.asn1.Type, true, value);
const primitive = (type: forge.asn1.Type, value: string) => asn1.create(Class.UNIVERSAL, type, false, value);
const oid = (name: string) => primitive(Type.OID, asn1.oidToDer(name).getBytes());
const octets = (bytes: Buffer) => primitive(Type.OCTETSTRING, bytes.toString('latin1'));
const version = () => primitive(Type.INTEGER, String.fromCharCode(1));
const algorithm = (name: string) => sequence(oid(name), primitive(Type.NULL, ''));
const der = (value: Asn1) => Buffer.from(asn1.toDer(value).getBytes(), 'latin1');
const parse = (bytes: Uint8Array) => asn1.fromDer(Buffer.from(bytes).toString('latin1'));

/** Returns the CMS for content that it does not contain. */
export function signDetached(content: Uint8Array, { key, certificate, chain }: OfficeCertificate): Buffer {
  const { issuer, serial } = issuerAndSerialOf(certificate.raw);
  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
  // One certificate by its SHA-256, the default algorithm, which is therefore left out.
  const signer = sequence(
    octets(digest(certificate.raw)),
    sequence(sequence(createTagged(4, issuer)), serial),
  );
  const attributes = [
    sequence(oid(oids.contentType), set(oid(oids.data))),
    sequence(oid(oids.messageDigest), set(octets(digest(content)))),
    sequence(oid(oids.signingCertificateV2), set(sequence(sequence(signer)))),
    // DER sorts the members of a set by their bytes.
  ].toSorted((one, other) => Buffer.compare(der(one), der(other)));
  const signature = sign('sha256', der(set(...attributes)), key);
  const info = sequence(
    version(),
    sequence(issuer, serial),
    algorithm(oids.sha256),
    createTagged(0, ...attributes),
    algorithm(oids.rsa),
    octets(signature),
  );
  const data = sequence(
    version(),
    set(algorithm(oids.sha256)),
    sequence(oid(oids.data)),
    createTagged(0, ...[certificate, ...chain].map(({ raw }) => parse(raw))),
    set(info),
  );
  return der(sequence(oid(oids.signedData), createTagged(0, data)));
}

/** Returns issuer and serial number of a certificate. */
function issuerAndSerialOf(certificate: Uint8Array): { issuer: Asn1; serial: Asn1 } {
  const [body] = parse(certificate).value as Asn1[];
  const fields = (body?.value ?? []) as Asn1[];
  // All but the oldest certificates begin with a version.
  const first = fields[0]?.tagClass === Class.CONTEXT_SPECIFIC ? 1 : 0;
  const [serial, , issuer] = fields.slice(first);
  if (!serial || !issuer) throw new Error('The certificate has no issuer');
  return { issuer, serial };
}
