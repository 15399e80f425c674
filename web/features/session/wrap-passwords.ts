import { session } from '#contract/session.ts';
import { call } from '#web/api/call.ts';
import { encodePassword } from './sign-in.ts';

/** Encrypts passwords of the logged-in user for one call, bound to its ticket (S0 §5). */
export async function wrapPasswords(
  ...passwords: readonly string[]
): Promise<{ ticket: string; wrapped: string[] }> {
  const { ticket } = await call(session.createTicket, { body: { purpose: 'password' } });
  return {
    ticket,
    wrapped: await Promise.all(passwords.map((password) => encodePassword(password, ticket))),
  };
}
