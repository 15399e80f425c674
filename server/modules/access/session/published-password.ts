import type { Context } from '#server/framework/context.ts';
import { demoPassword } from '#server/kernel/config/config.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { inOneStatement } from '#server/kernel/database/transaction.ts';
import { isPassword } from './password-hash.ts';
import * as queries from './published-password.queries.ts';

/**
 * Checks for the demo's password, which the README publishes: it is refused in production
 * (docs/decisions/0167). A hash is examined once; if it belongs to another password, that is stored.
 */
export async function hasPublishedPassword(db: Db, person: queries.PersonHash): Promise<boolean> {
  if (await queries.isHashExamined(db, person)) return false;
  if (await isPassword(demoPassword, person.password_hash)) return true;
  await inOneStatement(db, (tx) => queries.markHashExamined(tx, person));
  return false;
}

/**
 * Lists the accounts in service that have the published password. `hasPassword` examines a hash: the start stores
 * the result, a check that must change nothing does not.
 */
export async function listAccountsWithPublishedPassword(
  db: Db,
  hasPassword: (person: queries.PersonHash) => Promise<boolean> = ({ password_hash }) =>
    isPassword(demoPassword, password_hash),
): Promise<string[]> {
  const published: string[] = [];
  for (const person of await queries.listUnexaminedHashes(db))
    if (await hasPassword(person)) published.push(person.account);
  return published;
}

/** Maximum number of names in a log line. */
const maxNamedAccounts = 50;

/**
 * Logs the accounts that have the published password; in production, after the start, because examining some
 * thousand accounts takes a minute. Ends early when the portal stops.
 */
export async function reportPublishedPasswords(
  { db, log, config }: Pick<Context, 'db' | 'log' | 'config'>,
  stopSignal: AbortSignal,
): Promise<void> {
  if (config.mode !== 'production') return;
  try {
    const accounts = await listAccountsWithPublishedPassword(db, async (person) => {
      stopSignal.throwIfAborted();
      return await hasPublishedPassword(db, person);
    });
    if (accounts.length === 0) return;
    log.warn(
      { count: accounts.length, accounts: accounts.slice(0, maxNamedAccounts) },
      'Accounts have the published password of the demo: they cannot sign in until it is reset',
    );
  } catch (error) {
    if (!stopSignal.aborted) log.warn({ error }, 'Accounts could not be checked for the published password');
  }
}
