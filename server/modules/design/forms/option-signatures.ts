import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '#server/framework/context.ts';
import type { Crypto } from '#server/kernel/crypto/crypto.ts';

/** Time for which an offered option may be submitted: an unfinished order is completed within a week. */
const validSeconds = 7 * 86_400;

/** Returns the signing of options that a version of a form offers. */
export function optionSigner(
  { crypto, now }: Pick<Context, 'crypto' | 'now'>,
  formId: string,
): (claim: string) => string {
  const key = crypto.deriveKey('form-choices');
  const issued = Math.floor(now().getTime() / 1000).toString(36);
  return (claim) => `${issued}.${signatureOf(key, formId, issued, claim)}`;
}

/** Returns a check whether the server has signed this option of a form within the last week. */
export function offeredChoices(
  crypto: Crypto,
  formId: string,
  now: Date,
): (claim: string, sign: string) => boolean {
  const key = crypto.deriveKey('form-choices');
  return (claim, sign) => {
    const [, issued = '', signature = ''] = /^([0-9a-z]{1,10})\.([\w-]{43})$/.exec(sign) ?? [];
    const age = Math.floor(now.getTime() / 1000) - Number.parseInt(issued, 36);
    // A clock of another server may be some seconds ahead.
    if (!(age >= -60 && age <= validSeconds)) return false;
    return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(key, formId, issued, claim)));
  };
}

function signatureOf(key: Buffer, formId: string, issued: string, claim: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([formId, issued, claim]))
    .digest('base64url');
}
