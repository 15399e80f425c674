import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createRequire } from 'node:module';
import type forge from 'node-forge';

/** The certificate with which an office signs its documents, with its key and its issuers. */
export interface OfficeCertificate {
  key: KeyObject;
  certificate: X509Certificate;
  /** The certificates of authorities in the file. */
  chain: readonly X509Certificate[];
}

const require = createRequire(import.meta.url);

/** Returns the library, loaded at the first use: most portals open no certificate. */
const library = (): typeof forge => require('node-forge');

/** Opens a P12 file; throws an error whose message explains the problem. */
export function openCertificate(file: Uint8Array, password: string): OfficeCertificate {
  const { asn1, pkcs12, pki } = library();
  const content = pkcs12.pkcs12FromAsn1(asn1.fromDer(Buffer.from(file).toString('latin1')), password);
  const bagsOf = (bagType: string) => content.getBags({ bagType })[bagType] ?? [];
  const bags = [...bagsOf(pki.oids.pkcs8ShroudedKeyBag ?? ''), ...bagsOf(pki.oids.keyBag ?? '')];
  const [key] = bags.map(keyOf);
  if (key === undefined) throw new Error('it contains no private key');
  const certificates = bagsOf(pki.oids.certBag ?? '').map(certificateOf);
  const own = certificates.find((certificate) => certificate.checkPrivateKey(key));
  if (own === undefined) throw new Error('it contains no certificate for its private key');
  if (key.asymmetricKeyType !== 'rsa') throw new Error('its key is not an RSA key');
  return { key, certificate: own, chain: certificates.filter((certificate) => certificate !== own) };
}

function keyOf(bag: forge.pkcs12.Bag): KeyObject {
  const { pki } = library();
  // The library leaves keys of unknown kinds unchanged.
  const encodedKey = bag.key ? pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(bag.key)) : bag.asn1;
  return createPrivateKey({ key: derOf(encodedKey), format: 'der', type: 'pkcs8' });
}

function certificateOf(bag: forge.pkcs12.Bag): X509Certificate {
  return new X509Certificate(derOf(bag.cert ? library().pki.certificateToAsn1(bag.cert) : bag.asn1));
}

const derOf = (value: forge.asn1.Asn1) => Buffer.from(library().asn1.toDer(value).getBytes(), 'latin1');
