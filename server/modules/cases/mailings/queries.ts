import type { Actor } from '#domain/access/actor.ts';
import { fragment } from '#server/kernel/database/fragment.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { readableBy } from '#server/modules/cases/work-orders/service.ts';

/** Data of an applicant for a letter. */
export interface AddresseeRow {
  id: string;
  code: string;
  title: string;
  name: string;
  sex: string;
  applicantType: string;
  region: string[];
  detailsSealed: string;
}

/** Finds applicants of those of the orders that this person may read. */
export async function findAddresseeRows(
  db: Db,
  actor: Actor,
  workorderIds: readonly string[],
): Promise<AddresseeRow[]> {
  const { rows } = await fragment<AddresseeRow>`
    select o.id, o.code, o.title, a.name, a.sex, a.applicant_type as "applicantType", a.region,
      a.details_sealed as "detailsSealed"
    from work_orders o join work_order_applicants a on a.workorder_id = o.id
    where o.id = any(${[...workorderIds]}::uuid[]) and ${readableBy(actor)}`.execute(db);
  return rows;
}

/** Finds the person's organisation as the sender of a letter. */
export async function findSender(
  db: Db,
  orgId: string,
): Promise<{ name: string; address: string; phone: string } | undefined> {
  return db
    .selectFrom('organisations')
    .select(['name', 'address', 'phone'])
    .where('id', '=', orgId)
    .executeTakeFirst();
}
