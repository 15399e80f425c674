import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { formKeySeconds } from '#domain/forms/form-key.ts';
import type { Crypto } from './crypto.ts';

/**
 * Keys that wrap the values of marked form fields between browser and server (S2 §7, docs/decisions/0222). A
 * key is derived from the portal's own key, the session and its id, so that no server stores it, every server
 * knows it, and another session cannot use it. Its id begins with the second at which it expires.
 */

const keyId = /^(\d{10})-[\w-]{22}$/;

/** Creates a key for a session: `<id>.<32 bytes in base64url>`. */
export function createFormKey(crypto: Crypto, sessionId: string, now: Date): string {
  const expiresAt = Math.floor(now.getTime() / 1000) + formKeySeconds;
  const id = `${expiresAt}-${randomBytes(16).toString('base64url')}`;
  return `${id}.${derive(crypto, sessionId, id).toString('base64url')}`;
}

/** Returns the key with this id of a session; undefined if it has expired or is no id. */
export function findFormKey(crypto: Crypto, sessionId: string, id: string, now: Date): Buffer | undefined {
  const [, seconds] = keyId.exec(id) ?? [];
  if (seconds === undefined || Number(seconds) * 1000 <= now.getTime()) return undefined;
  // An id from the future would never expire. It cannot be guessed, but it could have been made by a server whose
  // clock was wrong.
  if (Number(seconds) * 1000 > now.getTime() + formKeySeconds * 2000) return undefined;
  return derive(crypto, sessionId, id);
}

function derive(crypto: Crypto, sessionId: string, id: string): Buffer {
  return crypto.deriveKey(`form-key/${sessionId}/${id}`);
}

const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts a text with AES-256-GCM: nonce, ciphertext and tag in base64url. */
export function wrapText(key: Buffer, context: string, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString('base64url');
}

/** Returns the text; undefined if it was changed, or wrapped with another key or for another context. */
export function unwrapText(key: Buffer, context: string, wrapped: string): string | undefined {
  const bytes = Buffer.from(wrapped, 'base64url');
  if (bytes.length < nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
