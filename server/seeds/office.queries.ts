import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { type Office, organisationPath, type Permissions } from './office.ts';

/**
 * Adds the basic data of the office: organisations from the top down, halls, windows, positions and groups. An
 * interrupted step runs again, so existing rows are not changed.
 */
export async function insertOffice(tx: Tx, office: Omit<Office, 'staff'>, areaCode: string): Promise<void> {
  const { organisations, halls, windows, positions, groups } = office;
  const organisationRows = organisations.map((row, index) => ({
    id: row.id,
    code: row.id,
    name: row.name,
    kind: row.kind,
    parent_id: row.parentId,
    area_code: areaCode,
    sort_by: index + 1,
    address: row.address ?? '',
    phone: row.phone ?? '',
    ...organisationPath(organisations, row.id),
  }));
  await tx
    .insertInto('organisations')
    .values(organisationRows.sort((one, other) => one.level - other.level))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const withSortOrder = <Row>(rows: readonly Row[]) =>
    rows.map((row, index) => ({ ...row, sort_by: index + 1 }));
  if (halls.length > 0) {
    await tx
      .insertInto('halls')
      .values(
        withSortOrder(halls).map(({ orgId, ...hall }) => ({ ...hall, org_id: orgId, area_code: areaCode })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (windows.length > 0) {
    await tx
      .insertInto('windows')
      .values(withSortOrder(windows).map(({ hallId, ...window }) => ({ ...window, hall_id: hallId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (positions.length > 0) {
    await tx
      .insertInto('positions')
      .values(
        withSortOrder(positions).map(({ orgId, ...post }) => ({ ...post, code: post.id, org_id: orgId })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (groups.length > 0) {
    await tx
      .insertInto('user_groups')
      .values(withSortOrder(groups).map((group) => ({ ...group, code: group.id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Adds roles with their permissions and menus; a person who sees a menu also sees its parent. */
export async function insertPermissions(tx: Tx, { roles, menus }: Permissions): Promise<void> {
  await tx
    .insertInto('roles')
    .values(roles.map(({ code, name }, index) => ({ code, name, sort_by: index + 1 })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .insertInto('role_permissions')
    .values(
      roles.flatMap((role) => role.permissions.map((permission) => ({ role_code: role.code, permission }))),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .insertInto('menus')
    .values(
      menus.map((menu, index) => ({
        id: menu.code,
        client_code: menu.clientCode,
        code: menu.code,
        title: menu.title,
        url: menu.url,
        icon: menu.icon,
        parent_id: menu.parentCode,
        sort_by: index + 1,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const parentOf = new Map(menus.map(({ code, parentCode }) => [code, parentCode]));
  const roleMenuRows = roles.flatMap((role) => {
    const codes = new Set<string>();
    for (const menu of role.menus) {
      for (let code: string | null | undefined = menu; code; code = parentOf.get(code)) codes.add(code);
    }
    return [...codes].map((menu) => ({ role_code: role.code, menu_id: menu }));
  });
  await tx
    .insertInto('role_menus')
    .values(roleMenuRows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Gives people a role that they may already have; ignores people and roles that the office does not have. */
export async function grantRole(tx: Tx, role: string, staffIds: readonly string[]): Promise<void> {
  await sql`insert into staff_roles (staff_id, role_code)
    select s.id, r.code from staff s, roles r where s.id = any(${staffIds}::text[]) and r.code = ${role}
    on conflict do nothing`.execute(tx);
}

/** Returns the people whom the office has neither by their id nor by their account. */
export async function listMissing<Person extends { id: string; account: string }>(
  db: Db,
  people: readonly Person[],
): Promise<Person[]> {
  const existing = await db.selectFrom('staff').select(['id', 'account']).execute();
  return people.filter(
    ({ id, account }) => !existing.some((row) => row.id === id || row.account === account),
  );
}

export interface NewStaffMember {
  id: string;
  account: string;
  name: string;
  /** Set by another person: the first sign-in must change it. */
  hasOneTimePassword?: boolean;
  passwordHash: string;
  idCard: { sealed: string; digest: string } | null;
  mobile: { sealed: string; digest: string } | null;
  orgId: string;
  departmentId: string | null;
  title: string;
  landing: string;
  disabledAt: Date | null;
  createdAt: Date;
  roles: readonly string[];
  positions: readonly string[];
  groups: readonly string[];
  windows: readonly string[];
}

/**
 * Adds people with their posts; the password is already hashed and the numbers are encrypted. If the step
 * runs again, the later password replaces the first, because only the later password is printed.
 */
export async function insertStaff(tx: Tx, people: readonly NewStaffMember[]): Promise<void> {
  await tx
    .insertInto('staff')
    .values(
      people.map((person) => ({
        id: person.id,
        account: person.account,
        name: person.name,
        password_hash: person.passwordHash,
        password_changed_at: person.createdAt,
        must_change_password: person.hasOneTimePassword ?? false,
        id_card_sealed: person.idCard?.sealed,
        id_card_digest: person.idCard?.digest,
        mobile_sealed: person.mobile?.sealed,
        mobile_digest: person.mobile?.digest,
        org_id: person.orgId,
        department_id: person.departmentId,
        title: person.title,
        default_landing: person.landing,
        disabled_at: person.disabledAt,
        created_at: person.createdAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({ password_hash: row.ref('excluded.password_hash') })),
    )
    .execute();
  const roles = people.flatMap(({ id, roles }) => roles.map((role) => ({ staff_id: id, role_code: role })));
  await tx
    .insertInto('staff_roles')
    .values(roles)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const positions = people.flatMap(({ id, positions }) =>
    positions.map((position) => ({ staff_id: id, position_id: position })),
  );
  if (positions.length > 0)
    await tx
      .insertInto('staff_positions')
      .values(positions)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const groups = people.flatMap(({ id, groups }) =>
    groups.map((group) => ({ staff_id: id, group_id: group })),
  );
  if (groups.length > 0)
    await tx
      .insertInto('staff_groups')
      .values(groups)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const windows = people.flatMap(({ id, windows }) =>
    windows.map((window) => ({ staff_id: id, window_id: window })),
  );
  if (windows.length > 0)
    await tx
      .insertInto('staff_windows')
      .values(windows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/**
 * Fills in addresses and telephones of an office that was set up by a version without them; keeps existing
 * values.
 */
export async function fillAddresses(tx: Tx, { organisations }: Pick<Office, 'organisations'>): Promise<void> {
  for (const { id, address = '', phone = '' } of organisations) {
    if (address === '' && phone === '') continue;
    await tx
      .updateTable('organisations')
      .set({ address, phone })
      .where('id', '=', id)
      .where('address', '=', '')
      .where('phone', '=', '')
      .execute();
  }
}
