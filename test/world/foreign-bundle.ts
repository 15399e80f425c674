import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { zipBytes } from '#server/adapters/spreadsheets/zip-bytes.ts';
import { canonicalJson } from '#server/kernel/http/canonical-json.ts';
import { unzip } from './unzip.ts';

/** A configuration bundle (0176) as another office could send it, with arbitrary contents. */

export type BundleFiles = Record<string, string>;

/** Contents of the manifest before it is signed. */
export interface ManifestContent {
  office: string;
  publicKey: string;
  parts: { file: string; sha256: string }[];
}

export const filesOfBundle = (file: string): BundleFiles =>
  Object.fromEntries(unzip(Buffer.from(file, 'base64')));

export async function zipOf(files: BundleFiles): Promise<string> {
  const chunks: Uint8Array[] = [];
  const texts = Object.entries(files).map(([name, text]) => ({ name, text: [text] }));
  for await (const chunk of zipBytes(texts)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('base64');
}

/** Returns a bundle with some texts changed, signed again with a foreign key. */
export async function signWithForeignKey(
  file: string,
  change: (files: BundleFiles) => void,
  changeManifest: (message: ManifestContent) => void = () => undefined,
): Promise<string> {
  const files = filesOfBundle(file);
  change(files);
  const { signature: _, ...message } = JSON.parse(files['manifest.json'] ?? '') as ManifestContent & {
    signature: string;
  };
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  message.publicKey = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');
  message.parts = message.parts.map((part) => ({ ...part, sha256: digestOf(files[part.file] ?? '') }));
  changeManifest(message);
  const text = Buffer.from(canonicalJson(['office-package', message]));
  const signature = sign(null, text, privateKey).toString('base64');
  return zipOf({ ...files, 'manifest.json': JSON.stringify({ ...message, signature }) });
}
