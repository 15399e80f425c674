import { createHash } from 'node:crypto';
import type { PersonRow } from './people.queries.ts';
import type { RoleContents } from './role-editing.queries.ts';

/** Names what a dialog was opened with, so that it is not saved over what somebody else has written since (0194). */

const digestOf = (seen: unknown) => createHash('sha256').update(JSON.stringify(seen)).digest('base64url');

export function digestOfPerson(row: PersonRow): string {
  const { account, name, title, org, department, landing, idCardDigest, mobileSealed } = row;
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();
  const posts = [row.positions, row.groups, row.windows].map(ids);
  return digestOf([account, name, title, org.id, department?.id, landing, idCardDigest, mobileSealed, posts]);
}

export function digestOfRoles(codes: readonly string[]): string {
  return digestOf([...codes].sort());
}

export function digestOfRole({ name, permissions, menus }: Omit<RoleContents, 'code' | 'holders'>): string {
  return digestOf([name, [...permissions].sort(), [...menus].sort()]);
}
