import { sql } from 'kysely';
import type { SheetRow } from '#domain/sheets/import-sheet.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { noPasswordHash } from '#server/modules/access/session/service.ts';
import { type Link, links, type PersonValues, type StoredNumber } from './people.queries.ts';

export interface PersonOfSheet {
  id: string;
  idCardDigest: string | null;
  landing: string | null;
  enabled: boolean;
  permissions: string[];
  /** Cells of the person, without the numbers, which are never exported. */
  row: SheetRow;
}

/** Lists the people with an account, as rows of the spreadsheet. */
export async function listPeopleOfSheet(db: Db): Promise<PersonOfSheet[]> {
  const { rows } = await sql<PersonOfSheet>`
    select st.id, st.id_card_digest as "idCardDigest", st.default_landing as landing, r.enabled, r.permissions,
      jsonb_build_object('account', st.account, 'name', st.name, 'orgId', st.org_id, 'departmentId', st.department_id,
        'title', nullif(st.title, ''),
        'positions', array(select position_id from staff_positions where staff_id = st.id order by 1),
        'groups', array(select group_id from staff_groups where staff_id = st.id order by 1),
        'windows', array(select window_id from staff_windows where staff_id = st.id order by 1),
        'roles', array(select o.name from staff_roles sr join roles o on o.code = sr.role_code
          where sr.staff_id = st.id order by o.sort_by, o.code)) as row
    from staff st join staff_rights r on r.staff_id = st.id join organisations o on o.id = st.org_id
    order by o.sort_by, st.account`.execute(db);
  return rows;
}

export interface RoleOfSheet {
  code: string;
  name: string;
  permissions: string[];
}

export async function listRolesOfSheet(db: Db): Promise<RoleOfSheet[]> {
  const { rows } = await sql<RoleOfSheet>`select code, name,
    array(select permission from role_permissions where role_code = code) as permissions
    from roles order by sort_by, code`.execute(db);
  return rows;
}

/** Lists the ids of every post, user group or window. */
export async function listIdsOf(db: Db, link: Link): Promise<Set<string>> {
  const { objectTable, objectKey } = links[link];
  const { rows } = await sql<{
    id: string;
  }>`select ${sql.ref(objectKey)} as id from ${sql.table(objectTable)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export interface OrganisationOfSheet {
  id: string;
  name: string;
  kind: string;
  path: string;
  enabled: boolean;
}

export async function listOrganisations(db: Db): Promise<OrganisationOfSheet[]> {
  return db.selectFrom('organisations').select(['id', 'name', 'kind', 'path', 'enabled']).execute();
}

/** Number of people in one statement: each has some fifteen values of the 65,535 that a statement allows. */
const peoplePerStatement = 500;

/** Inserts new people without a password: one is issued later, or none if the unified login is used. */
export async function insertPeople(
  tx: Tx,
  people: readonly (PersonValues & { id: string })[],
  now: Date,
): Promise<void> {
  const column = (number: StoredNumber | undefined, part: keyof StoredNumber) => number?.[part] ?? null;
  for (let start = 0; start < people.length; start += peoplePerStatement)
    await tx
      .insertInto('staff')
      .values(
        people.slice(start, start + peoplePerStatement).map((person) => ({
          id: person.id,
          account: person.account,
          name: person.name,
          title: person.title,
          org_id: person.orgId,
          department_id: person.departmentId,
          default_landing: person.landing,
          id_card_sealed: column(person.idCard, 'sealed'),
          id_card_digest: column(person.idCard, 'digest'),
          mobile_sealed: column(person.mobile, 'sealed'),
          mobile_digest: column(person.mobile, 'digest'),
          password_hash: noPasswordHash,
          password_changed_at: now,
          must_change_password: false,
          created_at: now,
        })),
      )
      .execute();
}

/** Inserts links of new people, who have none yet. */
export async function insertLinks(
  tx: Tx,
  link: Link,
  rows: readonly { staffId: string; id: string }[],
): Promise<void> {
  const { table, column } = links[link];
  await sql`insert into ${sql.table(table)} (staff_id, ${sql.ref(column)})
    select * from unnest(${rows.map(({ staffId }) => staffId)}::text[], ${rows.map(({ id }) => id)}::text[])
    on conflict do nothing`.execute(tx);
}
