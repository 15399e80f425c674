import { SessionEnd } from '#domain/access/session-end.ts';
import { fragment } from '#server/kernel/database/fragment.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { isSessionActive } from './queries.ts';

export interface OwnSessionRow {
  id: string;
  loginType: string;
  address: string;
  userAgent: string;
  createdAt: Date;
  seenAt: Date;
}

/** Lists the active sessions of a person, the last used first. */
export async function listOwnSessions(db: Db, staffId: string, now: Date): Promise<OwnSessionRow[]> {
  const { rows } = await fragment<OwnSessionRow>`
    select s.id, s.login_type as "loginType", s.address, s.user_agent as "userAgent", s.created_at as "createdAt",
      s.seen_at as "seenAt"
    from sessions s where s.staff_id = ${staffId} and ${isSessionActive(now)}
    order by s.seen_at desc, s.id`.execute(db);
  return rows;
}

/** Ends active sessions of this person except the current one: a single one, or all; returns their ids. */
export async function endOwnSessions(
  tx: Tx,
  filter: { staffId: string; exceptId: string; id?: string },
  now: Date,
): Promise<string[]> {
  const single = filter.id === undefined ? fragment`true` : fragment`s.id = ${filter.id}`;
  const { rows } = await fragment<{ id: string }>`
    update sessions s set ended_at = ${now}, end_reason = ${SessionEnd.byOwner}
    where s.staff_id = ${filter.staffId} and s.id <> ${filter.exceptId} and ${single} and ${isSessionActive(now)}
    returning s.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Lists browsers that sign the person in without the password. */
export async function listOwnBrowsers(db: Db, staffId: string) {
  return await db
    .selectFrom('device_tokens')
    .select(['id', 'address', 'user_agent as userAgent', 'used_at as usedAt'])
    .where('staff_id', '=', staffId)
    .where('may_sign_in', '=', true)
    .where('revoked_at', 'is', null)
    .orderBy('used_at', 'desc')
    .limit(50)
    .execute();
}

export async function revokeBrowser(tx: Tx, staffId: string, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('device_tokens')
    .set({ revoked_at: now })
    .where('staff_id', '=', staffId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
