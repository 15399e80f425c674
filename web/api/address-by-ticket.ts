import { session } from '#contract/session.ts';
import { call } from './call.ts';
import { writeQuery } from './send.ts';

/**
 * Returns the address of one view by a one-time ticket, so that no session token stands in an address
 * (S0 §7).
 */
export async function addressByTicket(
  path: string,
  subject: string,
  query: Record<string, unknown> = {},
): Promise<string> {
  const { ticket } = await call(session.createTicket, { body: { purpose: 'download', subject } });
  return path + writeQuery({ ticket, ...query });
}
