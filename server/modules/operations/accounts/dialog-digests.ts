import { digestOfDialogState } from '#server/modules/access/audit/service.ts';
import type { PersonRow } from './people.queries.ts';
import type { RoleContents } from './role-editing.queries.ts';

/**
 * Returns the digest of a person's data that a dialog loads and sends back, so that a save does not overwrite the
 * change of another administrator (0194).
 */
export function digestOfPerson(row: PersonRow): string {
  const { account, name, title, org, department, landing, idCardDigest, mobileSealed } = row;
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();
  const posts = [row.positions, row.groups, row.windows].map(ids);
  return digestOfDialogState([
    account,
    name,
    title,
    org.id,
    department?.id,
    landing,
    idCardDigest,
    mobileSealed,
    posts,
  ]);
}

export function digestOfRoles(codes: readonly string[]): string {
  return digestOfDialogState([...codes].sort());
}

export function digestOfRole({ name, permissions, menus }: Omit<RoleContents, 'code' | 'holders'>): string {
  return digestOfDialogState([name, [...permissions].sort(), [...menus].sort()]);
}
