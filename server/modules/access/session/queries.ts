import { type Insertable, sql } from 'kysely';
import type { Permission } from '#domain/access/actor.ts';
import { SessionEnd } from '#domain/access/session-end.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import type { PasswordAgePolicy } from '#domain/passwords/password-age.ts';
import { fragment } from '#server/kernel/database/fragment.ts';
import type {
  CaptchasTable,
  DeviceTokensTable,
  SessionsTable,
  TicketsTable,
} from '#server/kernel/database/tables.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** Idle and absolute lifetime of a session, in hours. */
export const sessionHours = { idle: 2, absolute: 12 };

/** A session with its person, read in one statement. */
export interface SessionRow {
  sessionId: string;
  createdAt: Date;
  seenAt: Date;
  staffId: string;
  account: string;
  name: string;
  orgId: string;
  orgName: string;
  areaCode: string;
  roles: string[];
  permissions: string[];
  /** Candidate keys of the person's posts. */
  keys: string[];
  mustChangePassword: boolean;
  /** True if the session's password had expired when the session began. */
  passwordExpired: boolean;
  /** True if the unified login identified the person: no password of the portal was used. */
  signedOn: boolean;
  /** Rows of the people whom this person substitutes today; null if there are none. */
  lent: LentRow[] | null;
}

export interface LentRow {
  absent: { staffId: string; name: string; orgId: string; orgName: string };
  keys: string[];
  permissions: Permission[];
  taskCodes: string[] | null;
  since: string | null;
  until: string | null;
}

/** Columns of the cached row of each person's rights and posts, which triggers maintain (decision 0075). */
const actorColumns = fragment`p.staff_id as "staffId", p.account, p.name, p.org_id as "orgId", p.org_name as "orgName",
  p.area_code as "areaCode", p.roles, p.permissions, p.keys, p.must_change_password as "mustChangePassword"`;

/**
 * Selects the keys and permissions lent for the day, by an index of rules in force only; most people have
 * none.
 */
function lentColumn(now: Date) {
  return fragment`(select jsonb_agg(jsonb_build_object(
      'absent', jsonb_build_object('staffId', a.staff_id, 'name', a.name, 'orgId', a.org_id, 'orgName', a.org_name),
      'keys', a.keys, 'permissions', a.permissions, 'taskCodes', r.task_codes, 'since', r.since, 'until', d.disabled_at) order by r.id)
    from substitute_rules r join staff_rights a on a.staff_id = r.absent_id join staff d on d.id = r.absent_id
    where r.substitute_id = p.staff_id and r.ended_at is null
      and ${localDateOf(now)}::date between r.starts_on and r.ends_on) as lent`;
}

/** Returns the instants after which an unexpired session was last seen and was created. */
export function sessionExpiryTimes(now: Date): { seenAfter: Date; createdAfter: Date } {
  return {
    seenAfter: new Date(now.getTime() - sessionHours.idle * 3_600_000),
    createdAfter: new Date(now.getTime() - sessionHours.absolute * 3_600_000),
  };
}

/** Returns the condition that a row of `sessions s` has neither ended nor expired. */
export function isSessionActive(now: Date) {
  const { seenAfter, createdAfter } = sessionExpiryTimes(now);
  return fragment`s.ended_at is null
    and s.seen_at > ${seenAfter}
    and s.created_at > ${createdAfter}`;
}

export async function findSession(db: Db, tokenHash: string, now: Date): Promise<SessionRow | undefined> {
  const { rows } = await fragment<SessionRow>`
    select s.id as "sessionId", s.created_at as "createdAt", s.seen_at as "seenAt", s.password_expired as "passwordExpired", s.login_type not in ('password', 'device') as "signedOn",
      ${actorColumns}, ${lentColumn(now)}
    from sessions s join staff_rights p on p.staff_id = s.staff_id
    where s.token_hash = ${tokenHash} and ${isSessionActive(now)} and p.enabled`.execute(db);
  return rows[0];
}

export async function findSessionById(db: Db, id: string, now: Date): Promise<SessionRow | undefined> {
  const { rows } = await fragment<SessionRow>`
    select s.id as "sessionId", s.created_at as "createdAt", s.seen_at as "seenAt", s.password_expired as "passwordExpired", s.login_type not in ('password', 'device') as "signedOn",
      ${actorColumns}, ${lentColumn(now)}
    from sessions s join staff_rights p on p.staff_id = s.staff_id
    where s.id = ${id} and ${isSessionActive(now)} and p.enabled`.execute(db);
  return rows[0];
}

export type SignInPerson = Omit<
  SessionRow,
  'sessionId' | 'createdAt' | 'seenAt' | 'passwordExpired' | 'signedOn'
>;

export async function findPerson(db: Db, account: string, now: Date): Promise<SignInPerson | undefined> {
  const { rows } = await fragment<SignInPerson>`
    select ${actorColumns}, ${lentColumn(now)} from staff_rights p join staff st on st.id = p.staff_id
    where st.account = ${account} and p.enabled`.execute(db);
  return rows[0];
}

export async function listActiveSessions(db: Db, ids: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await fragment<{ id: string }>`
    select s.id from sessions s join staff st on st.id = s.staff_id
    where s.id = any(${ids}) and ${isSessionActive(now)} and st.disabled_at is null`.execute(db);
  return rows.map(({ id }) => id);
}

export async function markSeen(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ seen_at: now })
    .where('id', '=', sessionId)
    .where('seen_at', '<', now)
    .execute();
}

export async function insertSession(tx: Tx, row: Insertable<SessionsTable>): Promise<void> {
  await tx.insertInto('sessions').values(row).execute();
}

/** Ends the matching sessions and returns their ids. */
export async function endSessions(
  tx: Tx,
  filter: { id: string } | { staffId: string },
  reason: SessionEnd,
  now: Date,
): Promise<string[]> {
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('id' in filter ? 'id' : 'staff_id', '=', 'id' in filter ? filter.id : filter.staffId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

/** Records that the owner of a session proved to be present. */
export async function insertIdentityProof(
  tx: Tx,
  { sessionId, proof, now }: { sessionId: string; proof: 'code' | 'recovery-code' | 'password'; now: Date },
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ identity_confirmed_at: now, identity_confirmed_by: proof })
    .where('id', '=', sessionId)
    .execute();
}

/** Uses up a proof that is not older than this; of several concurrent attempts only one succeeds. */
export async function consumeIdentityProof(
  tx: Tx,
  { sessionId, since, now }: { sessionId: string; since: Date; now: Date },
) {
  const { rows } = await sql<{ proof: 'code' | 'recovery-code' | 'password' | null }>`
    update sessions s set identity_confirmed_at = null, identity_confirmed_by = null
    from (select id, identity_confirmed_by as proof from sessions where id = ${sessionId} for update) before
    where s.id = before.id and s.ended_at is null and s.identity_confirmed_at between ${since} and ${now}
    returning before.proof`.execute(tx);
  return rows[0]?.proof ?? undefined;
}

/**
 * Locks the person until the transaction ends and returns the current data: checking a password takes long,
 * and data read earlier may have changed. Sign-ins and changes of one person are serialised by this.
 */
export async function lockPerson(tx: Tx, staffId: string) {
  return await tx
    .selectFrom('staff')
    .select(['password_hash', 'password_changed_at', 'disabled_at', 'must_change_password'])
    .where('id', '=', staffId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * Ends all active sessions of the person except the `maxSessions` last used ones, and returns the ids of those that
 * ended. The person must be locked (`lockPerson`), so that concurrent sign-ins count each other.
 */
export async function endSessionsBeyond(
  tx: Tx,
  staffId: string,
  maxSessions: number,
  now: Date,
): Promise<string[]> {
  const { rows } = await fragment<{ id: string }>`
    update sessions set ended_at = ${now}, end_reason = ${SessionEnd.tooMany}
    where id in (
      select s.id from sessions s where s.staff_id = ${staffId} and ${isSessionActive(now)}
      order by s.seen_at desc, s.created_at desc, s.id desc offset ${maxSessions})
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function findStaffByAccount(db: Db, account: string) {
  return await db
    .selectFrom('staff')
    .select(['id', 'name', 'account', 'password_hash', 'disabled_at'])
    .where('account', '=', account)
    .executeTakeFirst();
}

export async function findStaffDetails(db: Db, staffId: string) {
  return await db
    .selectFrom('staff')
    .select([
      'id',
      'title',
      'id_card_sealed',
      'mobile_sealed',
      'default_landing',
      'password_hash',
      'password_changed_at',
      'must_change_password',
      sql<boolean>`exists (select from staff_windows where staff_id = staff.id)`.as('isAtWindow'),
    ])
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow();
}

export async function listRoleNames(db: Db, codes: readonly string[]) {
  return await db
    .selectFrom('roles')
    .select(['code', 'name'])
    .where('code', 'in', codes.length > 0 ? [...codes] : [''])
    .orderBy('sort_by')
    .execute();
}

/** Lists the hashes of the passwords before the current one, latest first. */
export async function listFormerPasswords(db: Db, staffId: string, max: number): Promise<string[]> {
  const found = await db
    .selectFrom('former_passwords')
    .select('password_hash')
    .where('staff_id', '=', staffId)
    .orderBy('number', 'desc')
    .limit(max)
    .execute();
  return found.map(({ password_hash }) => password_hash);
}

/** Returns the maximum age of a password, by the office's policy. */
export async function findAgePolicy(db: Db): Promise<PasswordAgePolicy> {
  return await db
    .selectFrom('login_policy')
    .select(['password_max_age_days as maxDays', 'password_warn_days as warnDays'])
    .executeTakeFirstOrThrow();
}

export async function updatePassword(tx: Tx, staffId: string, hash: string, now: Date): Promise<void> {
  await tx
    .updateTable('staff')
    .set({ password_hash: hash, password_changed_at: now, must_change_password: false })
    .where('id', '=', staffId)
    .execute();
}

export async function findDevice(db: Db, tokenHash: string) {
  return await db
    .selectFrom('device_tokens')
    .select(['staff_id', 'may_sign_in'])
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

export async function saveDevice(tx: Tx, row: Insertable<DeviceTokensTable>): Promise<void> {
  await tx.insertInto('device_tokens').values(row).execute();
}

/** Revokes the person's browsers, or the given one, and returns their number. */
export async function revokeDevices(tx: Tx, staffId: string, now: Date, tokenHash?: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('device_tokens')
    .set({ revoked_at: now })
    .where('staff_id', '=', staffId)
    .where('revoked_at', 'is', null)
    .$if(tokenHash !== undefined, (query) => query.where('token_hash', '=', tokenHash ?? ''))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function insertCaptcha(db: Db, row: Insertable<CaptchasTable>): Promise<void> {
  await db.insertInto('captchas').values(row).execute();
}

/** Deletes and returns a captcha; of several concurrent attempts only one succeeds. */
export async function consumeCaptcha(db: Db, tokenHash: string, now: Date) {
  return await db
    .deleteFrom('captchas')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning(['kind', 'answer'])
    .executeTakeFirst();
}

export async function insertTicket(db: Db, row: Insertable<TicketsTable>): Promise<void> {
  await db.insertInto('tickets').values(row).execute();
}

export async function consumeTicket(db: Db, ticketHash: string, purpose: string, now: Date) {
  return await db
    .deleteFrom('tickets')
    .where('ticket_hash', '=', ticketHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning(['session_id', 'subject'])
    .executeTakeFirst();
}

export async function findSecret(db: Db, name: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('shared_secrets')
    .select('sealed')
    .where('name', '=', name)
    .executeTakeFirst();
  return found?.sealed;
}

/** Stores the secret unless another process was first; returns the stored one. */
export async function storeSecret(db: Db, name: string, sealed: string, now: Date): Promise<string> {
  await db
    .insertInto('shared_secrets')
    .values({ name, sealed, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findSecret(db, name)) ?? sealed;
}

/** Deletes old sessions; ended ones are stored for a month, as evidence of who was signed in at a time. */
export async function deleteOldSessions(db: Db, now: Date): Promise<void> {
  const monthAgo = new Date(now.getTime() - 30 * 86_400_000);
  await db.deleteFrom('captchas').where('expires_at', '<', now).execute();
  await db.deleteFrom('tickets').where('expires_at', '<', now).execute();
  await db.deleteFrom('sessions').where('seen_at', '<', monthAgo).execute();
  await db
    .deleteFrom('device_tokens')
    .where('used_at', '<', new Date(now.getTime() - 180 * 86_400_000))
    .execute();
}
