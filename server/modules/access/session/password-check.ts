import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { HashingOverloadedError, isPassword, noPasswordHash } from './password-hash.ts';
import { decryptPassword } from './password-transport.ts';

/**
 * Checks whether the sent password, bound to the nonce, matches the hash; without a hash it takes equally
 * long and returns false.
 */
export async function isRightPassword(
  context: Context,
  input: string,
  nonce: string,
  hash: string | undefined,
): Promise<boolean | Refusal<'busy'>> {
  const password = await decryptPassword(context, input, nonce);
  return unlessOverloaded(
    async () => (await isPassword(password ?? '', hash ?? noPasswordHash)) && password !== undefined,
  );
}

/** Runs password hashing, unless too many calls already wait for it: then the caller must try again. */
export async function unlessOverloaded<Result>(
  work: () => Promise<Result>,
): Promise<Result | Refusal<'busy'>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HashingOverloadedError) return refuse('busy');
    throw error;
  }
}
