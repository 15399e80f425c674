import { session } from '#contract/session.ts';
import { call } from './call.ts';
import { writeQuery } from './write-query.ts';

/**
 * Returns an address with a one-time ticket for one view, so that the address contains no session token (S0
 * §7).
 */
export async function addressByTicket(
  path: string,
  subject: string,
  query: Record<string, unknown> = {},
): Promise<string> {
  const { ticket } = await call(session.createTicket, { body: { purpose: 'download', subject } });
  return path + writeQuery({ ticket, ...query });
}
