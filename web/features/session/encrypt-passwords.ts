import { session } from '#contract/session.ts';
import { call } from '#web/api/call.ts';
import { encryptWithServerKey } from './sign-in.ts';

/** Encrypts passwords of the logged-in user for one call, bound to its ticket (S0 §5). */
export async function encryptPasswords(
  ...passwords: readonly string[]
): Promise<{ ticket: string; encrypted: string[] }> {
  const { ticket } = await call(session.createTicket, { body: { purpose: 'password' } });
  return {
    ticket,
    encrypted: await Promise.all(passwords.map((password) => encryptWithServerKey(password, ticket))),
  };
}
