import { randomInt } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoPassword } from '#server/kernel/config/config.ts';
import type { Office, Permissions } from './office.ts';

/** A line of `demo-accounts.json`, which scripts use to sign in. */
export interface DemoAccount {
  account: string;
  password: string;
  name: string;
  roles: string[];
  organisation: string;
  title: string;
  disabled: boolean;
}

export function listDemoAccounts(office: Office, { roles }: Pick<Permissions, 'roles'>): DemoAccount[] {
  const organisationName = new Map(office.organisations.map(({ id, name }) => [id, name]));
  const roleName = new Map(roles.map(({ code, name }) => [code, name]));
  return office.staff.map((person) => ({
    account: person.account,
    password: demoPassword,
    name: person.name,
    roles: person.roles.map((code) => roleName.get(code) ?? code),
    organisation: organisationName.get(person.orgId) ?? person.orgId,
    title: person.title,
    disabled: person.disabled ?? false,
  }));
}

/** Writes the file at every start, in case it was lost; completely or not at all. */
export async function writeDemoAccounts(dataDir: string, accounts: readonly DemoAccount[]): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'demo-accounts.json');
  const temporary = `${path}.${process.pid}.new`;
  await writeFile(temporary, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, path);
  return path;
}

/** Characters that cannot be confused when copying from a terminal. */
const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ';
const digits = '23456789';

/**
 * Returns a password for the first sign-in in production: 16 characters, of all three kinds that the rule
 * requires (S0 §5).
 */
export function makeOneTimePassword(): string {
  const pick = (from: string, count: number) =>
    Array.from({ length: count }, () => from.charAt(randomInt(from.length))).join('');
  return `${pick(letters, 6)}@${pick(digits, 4)}${pick(letters, 5)}`;
}
