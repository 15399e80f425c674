import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/context/context.ts';
import { HashingOverloaded, isPassword, nobodysHash } from './password-hash.ts';
import { unwrapPassword } from './password-transport.ts';

/** Whether the password that was sent, bound to the nonce, fits the hash; without a hash it takes as long and fits nothing. */
export async function isRightPassword(
  context: Context,
  sent: string,
  nonce: string,
  hash: string | undefined,
): Promise<boolean | Refusal<'busy'>> {
  const password = await unwrapPassword(context, sent, nonce);
  try {
    return (await isPassword(password ?? '', hash ?? nobodysHash)) && password !== undefined;
  } catch (error) {
    if (error instanceof HashingOverloaded) return refuse('busy');
    throw error;
  }
}
