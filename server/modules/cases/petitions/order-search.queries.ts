import { fragment } from '#server/kernel/database/fragment.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import type { ComparedPerson } from './similar.queries.ts';

/** Returns the person and the stored contents of an order's forms, by form code, for comparing it with others. */
export async function findOrderForSearch(
  db: Db,
  workorderId: string,
): Promise<{ person: ComparedPerson; forms: Record<string, Record<string, unknown>> }> {
  const { rows } = await fragment<ComparedPerson & { forms: Record<string, Record<string, unknown>> | null }>`
    select coalesce(a.cert_code_digest, '') as "certDigest", coalesce(a.mobile_digest, '') as "mobileDigest",
      coalesce(a.name, '') as name,
      (select json_object_agg(f.form_code, f.content) from work_order_forms f
        where f.workorder_id = o.id and f.deleted_at is null) as forms
    from work_orders o left join work_order_applicants a on a.workorder_id = o.id
    where o.id = ${workorderId}::uuid`.execute(db);
  const [row] = rows;
  return {
    person: {
      certDigest: row?.certDigest ?? '',
      mobileDigest: row?.mobileDigest ?? '',
      name: row?.name ?? '',
    },
    forms: row?.forms ?? {},
  };
}
