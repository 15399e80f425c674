import type { Db, Tx } from '#server/database/transaction.ts';

export function listHolidays(db: Db) {
  return db.selectFrom('holidays').select(['day', 'kind', 'name']).orderBy('day').execute();
}

export async function insertHolidays(
  tx: Tx,
  holidays: readonly { day: string; kind: 'holiday' | 'workday'; name: string }[],
): Promise<void> {
  await tx
    .insertInto('holidays')
    .values([...holidays])
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute();
}
