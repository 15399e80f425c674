import { hashSecret } from '#server/kernel/crypto/secrets.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** A password hash and its person. */
export interface PersonHash {
  id: string;
  account: string;
  password_hash: string;
}

/** Checks whether this hash was examined and is not that of the published password. */
export async function isHashExamined(db: Db, { id, password_hash }: PersonHash): Promise<boolean> {
  const row = await db
    .selectFrom('cleared_passwords')
    .select('hash_digest')
    .where('staff_id', '=', id)
    .executeTakeFirst();
  return row?.hash_digest === hashSecret(password_hash);
}

export async function markHashExamined(tx: Tx, { id, password_hash }: PersonHash): Promise<void> {
  const hash_digest = hashSecret(password_hash);
  await tx
    .insertInto('cleared_passwords')
    .values({ staff_id: id, hash_digest })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet({ hash_digest }))
    .execute();
}

/** Lists accounts in service whose current hash has not been examined, by name. */
export async function listUnexaminedHashes(db: Db): Promise<PersonHash[]> {
  const rows = await db
    .selectFrom('staff')
    .leftJoin('cleared_passwords', 'cleared_passwords.staff_id', 'staff.id')
    .select(['staff.id', 'staff.account', 'staff.password_hash', 'cleared_passwords.hash_digest'])
    .where('staff.disabled_at', 'is', null)
    .orderBy('staff.account')
    .execute();
  return rows.filter(({ password_hash, hash_digest }) => hash_digest !== hashSecret(password_hash));
}
