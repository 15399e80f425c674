import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { noPasswordHash } from '#server/modules/access/session/service.ts';

/** A person as stored in the database; numbers are encrypted. */
export interface PersonRow {
  id: string;
  account: string;
  name: string;
  title: string;
  org: { id: string; name: string };
  department: { id: string; name: string } | null;
  landing: string | null;
  idCardSealed: string | null;
  mobileSealed: string | null;
  idCardDigest: string | null;
  /**
   * True if the account was never used, and its first one-time password was never changed or not yet issued.
   */
  unused: boolean;
  permissions: string[];
  positions: { id: string; name: string }[];
  groups: { id: string; name: string }[];
  windows: { id: string; name: string }[];
}

const jsonRows = (from: ReturnType<typeof sql>) => sql`coalesce((select jsonb_agg(
  jsonb_build_object('id', one.id, 'name', one.name) order by one.sort_by, one.id) from ${from}), '[]')`;

export async function findPerson(db: Db, id: string): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    select st.id, st.account, st.name, st.title, jsonb_build_object('id', o.id, 'name', o.name) as org,
      case when d.id is null then null else jsonb_build_object('id', d.id, 'name', d.name) end as department,
      st.default_landing as landing, st.id_card_sealed as "idCardSealed", st.mobile_sealed as "mobileSealed",
      st.id_card_digest as "idCardDigest", rights.permissions,
      (st.must_change_password and st.password_changed_at = st.created_at or st.password_hash = ${noPasswordHash})
        and not exists (select from sessions s where s.staff_id = st.id) as unused,
      ${jsonRows(sql`staff_positions p join positions one on one.id = p.position_id where p.staff_id = st.id`)} as positions,
      ${jsonRows(sql`staff_groups g join user_groups one on one.id = g.group_id where g.staff_id = st.id`)} as groups,
      ${jsonRows(sql`staff_windows w join windows one on one.id = w.window_id where w.staff_id = st.id`)} as windows
    from staff st join organisations o on o.id = st.org_id
    join staff_rights rights on rights.staff_id = st.id
    left join organisations d on d.id = st.department_id
    where st.id = ${id}`.execute(db);
  return rows[0];
}

/** Locks the person until the transaction ends and returns the current data. */
export async function lockPerson(tx: Tx, id: string): Promise<PersonRow | undefined> {
  await sql`select from staff where id = ${id} for no key update`.execute(tx);
  return findPerson(tx, id);
}

/** Kinds of links of a person, each with the table and the column of its rows. */
export const links = {
  positions: { table: 'staff_positions', column: 'position_id', objectTable: 'positions', objectKey: 'id' },
  groups: { table: 'staff_groups', column: 'group_id', objectTable: 'user_groups', objectKey: 'id' },
  windows: { table: 'staff_windows', column: 'window_id', objectTable: 'windows', objectKey: 'id' },
  roles: { table: 'staff_roles', column: 'role_code', objectTable: 'roles', objectKey: 'code' },
} as const;
export type Link = keyof typeof links;

/** Returns the ids that exist. */
export async function findExistingIds(tx: Tx, link: Link, ids: readonly string[]): Promise<Set<string>> {
  const { objectTable, objectKey } = links[link];
  const { rows } = await sql<{ id: string }>`select ${sql.ref(objectKey)} as id from ${sql.table(objectTable)}
    where ${sql.ref(objectKey)} = any(${[...ids]}::text[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Sets the links of a person; an unchanged link is not written, so that rights are recomputed only for
 * changes.
 */
export async function setLinks(tx: Tx, link: Link, staffId: string, ids: readonly string[]): Promise<void> {
  const { table, column } = links[link];
  await sql`delete from ${sql.table(table)} where staff_id = ${staffId}
    and ${sql.ref(column)} <> all(${[...ids]}::text[])`.execute(tx);
  await sql`insert into ${sql.table(table)} (staff_id, ${sql.ref(column)})
    select ${staffId}, id from unnest(${[...new Set(ids)]}::text[]) id on conflict do nothing`.execute(tx);
}

export interface LockedOrganisation {
  id: string;
  name: string;
  kind: string;
  path: string;
  enabled: boolean;
}

/** Locks organisations and departments until the transaction ends. */
export async function lockOrganisations(tx: Tx, ids: readonly string[]): Promise<LockedOrganisation[]> {
  const { rows } = await sql<LockedOrganisation>`select id, name, kind, path, enabled from organisations
    where id = any(${[...ids]}::text[]) for share`.execute(tx);
  return rows;
}

/** Finds the people who already have the account or the identity number. */
export async function findDuplicatePeople(
  tx: Tx,
  { account, idCardDigest }: { account: string; idCardDigest: string | null },
): Promise<{ id: string; account: string; name: string; idCardDigest: string | null }[]> {
  const { rows } = await sql<{ id: string; account: string; name: string; idCardDigest: string | null }>`
    select id, account, name, id_card_digest as "idCardDigest" from staff
    where account = ${account} or id_card_digest = ${idCardDigest}`.execute(tx);
  return rows;
}

export interface StoredNumber {
  sealed: string | null;
  digest: string | null;
}

/** Values in a person's own row; a number that is left out is unchanged. */
export interface PersonValues {
  account: string;
  name: string;
  title: string;
  orgId: string;
  departmentId: string | null;
  landing: string;
  idCard?: StoredNumber;
  mobile?: StoredNumber;
}

function columnsOf({ account, name, title, orgId, departmentId, landing, idCard, mobile }: PersonValues) {
  return {
    account,
    name,
    title,
    org_id: orgId,
    department_id: departmentId,
    default_landing: landing,
    ...(idCard && { id_card_sealed: idCard.sealed, id_card_digest: idCard.digest }),
    ...(mobile && { mobile_sealed: mobile.sealed, mobile_digest: mobile.digest }),
  };
}

export async function insertPerson(
  tx: Tx,
  id: string,
  values: PersonValues & { passwordHash: string },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('staff')
    .values({
      ...columnsOf(values),
      id,
      password_hash: values.passwordHash,
      password_changed_at: now,
      must_change_password: true,
      created_at: now,
    })
    .execute();
}

export async function updatePerson(tx: Tx, id: string, values: PersonValues): Promise<void> {
  await tx.updateTable('staff').set(columnsOf(values)).where('id', '=', id).execute();
}
