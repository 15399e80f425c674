import type { VerifiedDocument } from '#contract/document-verification.ts';
import { send } from '#web/api/send.ts';
import { sha256 } from '#web/toolkit/files/sha256.ts';

/**
 * Path of the only call of the page. It is written here, because the schemas of the contract's endpoint would
 * be most of the page's size; a test compares it with the contract.
 */
export const verifyPath = '/api/verify/:code';

/** Address of the page that the code on a document opens. */
export const pagePath = '/verify';

export async function fetchDocument(code: string): Promise<VerifiedDocument> {
  const path = verifyPath.replace(':code', encodeURIComponent(code));
  return (await send({ method: 'GET', path, omitsSession: true })) as VerifiedDocument;
}

/** Returns the code in an address such as `/verify/7F3A…`; empty if the person must type it. */
export function codeInAddress(pathname: string): string {
  const [, , code = ''] = pathname.split('/');
  try {
    return decodeURIComponent(code);
  } catch {
    return '';
  }
}

/** Returns the typed code in groups of four, as it is printed. */
export function groupCode(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .slice(0, 20);
  return (letters.match(/.{1,4}/g) ?? []).join('-');
}

/**
 * Returns the SHA-256 of a file in hexadecimal, computed in the browser: the file is not sent. The
 * library is used on origins with plain HTTP, where `crypto.subtle` is missing.
 */
export async function digestOf(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  const digest: Uint8Array = globalThis.crypto?.subtle
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    : bytesOf(sha256(new Uint8Array(bytes)));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytesOf(integers: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(integers.length * 4);
  const view = new DataView(bytes.buffer);
  integers.forEach((integer, index) => {
    view.setUint32(index * 4, integer);
  });
  return bytes;
}
