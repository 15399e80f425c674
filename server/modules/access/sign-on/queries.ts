import type { Insertable } from 'kysely';
import type { SignOnsTable } from '#server/kernel/database/tables.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

export async function insertSignOn(db: Db, row: Insertable<SignOnsTable>): Promise<void> {
  await db.insertInto('sign_ons').values(row).execute();
}

/**
 * Deletes and returns a sign-on; of several concurrent attempts with the same state only one succeeds, and only in the
 * browser that began it.
 */
export async function consumeSignOn(db: Db, keys: { stateHash: string; browserHash: string }, now: Date) {
  return await db
    .deleteFrom('sign_ons')
    .where('state_hash', '=', keys.stateHash)
    .where('browser_hash', '=', keys.browserHash)
    .where('expires_at', '>', now)
    .returning(['kept_sealed', 'return_address', 'target'])
    .executeTakeFirst();
}

export async function deleteOldSignOns(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sign_ons').where('expires_at', '<=', now).execute();
}

/** Finds the person named by the provider: by account, or by the digest of the certificate number. */
export async function findConfirmedPerson(db: Db, key: { account: string } | { certificateDigest: string }) {
  return await db
    .selectFrom('staff')
    .select(['id', 'name', 'account', 'disabled_at'])
    .$if('account' in key, (query) => query.where('account', '=', 'account' in key ? key.account : ''))
    .$if('certificateDigest' in key, (query) =>
      query.where('id_card_digest', '=', 'certificateDigest' in key ? key.certificateDigest : ''),
    )
    .executeTakeFirst();
}

/**
 * Finds the proof with which the provider ends its own session: of an active session, or one that ended after
 * `endedSince`.
 */
export async function findProof(db: Db, tokenHash: string, endedSince: Date) {
  const found = await db
    .selectFrom('sessions')
    .select(['sign_on_proof_sealed', 'login_type'])
    .where('token_hash', '=', tokenHash)
    .where('sign_on_proof_sealed', 'is not', null)
    .where((where) => where.or([where('ended_at', 'is', null), where('ended_at', '>', endedSince)]))
    .executeTakeFirst();
  return found?.sign_on_proof_sealed
    ? { sealed: found.sign_on_proof_sealed, loginType: found.login_type }
    : undefined;
}

/** Lists every person of the demo, including those who may not sign in, by office. */
export async function listSimulatorPeople(db: Db) {
  return await db
    .selectFrom('staff')
    .innerJoin('organisations', 'organisations.id', 'staff.org_id')
    .select([
      'staff.account',
      'staff.name',
      'staff.title',
      'staff.id_card_sealed',
      'staff.disabled_at',
      'organisations.name as orgName',
    ])
    .orderBy('organisations.sort_by')
    .orderBy('staff.account')
    .limit(200)
    .execute();
}
