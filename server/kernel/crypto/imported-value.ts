import { createDecipheriv } from 'node:crypto';

const keyLength = 16;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Reads a value that an old client encrypted with the key of S2 §9: the certificate category, padded with zeros
 * to 16 characters. The mode is the one that such clients use: AES-128-ECB, PKCS #7, Base64. Everybody knows the
 * key, so it protects nothing: imported values are read, and nothing is written with it. Returns undefined for a
 * text that is no such value.
 */
export function readImportedValue(text: string, certCategory: string): string | undefined {
  if (!/^\d{1,16}$/.test(certCategory) || text === '' || !base64.test(text)) return undefined;
  const decipher = createDecipheriv('aes-128-ecb', certCategory.padEnd(keyLength, '0'), null);
  try {
    const bytes = Buffer.concat([decipher.update(text, 'base64'), decipher.final()]);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
