import { fragment } from '#server/kernel/database/fragment.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

export interface JointRow {
  number: number;
  name: string;
  cert_code_sealed: string;
  mobile_sealed: string;
  is_representative: boolean;
}

/** Lists the people of a joint petition: the representatives first, then in the order of the list. */
export async function listJointPetitioners(db: Db, workorderId: string): Promise<JointRow[]> {
  const { rows } = await fragment<JointRow>`
    select number, name, cert_code_sealed, mobile_sealed, is_representative from joint_petitioners
    where workorder_id = ${workorderId}::uuid order by is_representative desc, number`.execute(db);
  return rows;
}

/** Replaces the people of a joint petition. */
export async function replaceJointPetitioners(
  tx: Tx,
  workorderId: string,
  people: readonly (Omit<JointRow, 'number'> & { cert_code_digest: string })[],
): Promise<void> {
  await fragment`delete from joint_petitioners where workorder_id = ${workorderId}::uuid`.execute(tx);
  const rows = people.map((person, index) => ({ ...person, number: index + 1 }));
  await fragment`insert into joint_petitioners
      (workorder_id, number, name, cert_code_sealed, cert_code_digest, mobile_sealed, is_representative)
    select ${workorderId}::uuid, number, name, cert_code_sealed, cert_code_digest, mobile_sealed, is_representative
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(number integer, name text, cert_code_sealed text,
      cert_code_digest text, mobile_sealed text, is_representative boolean)`.execute(tx);
}
