import type { Actor } from '#domain/access/actor.ts';
import type { PetitionFields } from '#domain/items/petition-fields.ts';
import { type Fragment, fragment, joinFragments } from '#server/kernel/database/fragment.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { readableBy } from '#server/modules/cases/work-orders/service.ts';

/** The person of a petition, by keyed digests (`searchHash`); empty ones match nobody. */
export interface ComparedPerson {
  certDigest: string;
  mobileDigest: string;
  name: string;
}

/** Petitions of one person that are compared. */
const maxOfPerson = 20;

/** Lists the newest petitions of the person: by certificate, or by phone number and name together (0062). */
export async function listOrdersOfPerson(
  db: Db,
  { certDigest, mobileDigest, name }: ComparedPerson,
  since: Date,
): Promise<string[]> {
  const parts: Fragment[] = [];
  if (certDigest !== '') {
    parts.push(fragment`select workorder_id from joint_petitioners where cert_code_digest = ${certDigest}`);
    parts.push(
      fragment`select workorder_id from work_order_applicants where cert_code_digest = ${certDigest}`,
    );
  }
  if (mobileDigest !== '' && name !== '') {
    parts.push(fragment`select workorder_id from work_order_applicants
      where mobile_digest = ${mobileDigest} and name = ${name}`);
  }
  if (parts.length === 0) return [];
  const { rows } = await fragment<{ id: string }>`select o.id
    from (${joinFragments(parts, ' union ')}) theirs join work_orders o on o.id = theirs.workorder_id
    where o.started_at >= ${since} order by o.started_at desc limit ${maxOfPerson}`.execute(db);
  return rows.map(({ id }) => id);
}

/** A petition that may be similar, with its texts. */
export interface ComparedOrder {
  id: string;
  code: string;
  title: string;
  status: number;
  applicant_name: string;
  applicant_type: string;
  area_code: string;
  area_name: string;
  serve_types: string[];
  started_at: Date;
  ended: boolean;
  same_cert: boolean;
  same_phone: boolean;
  /** The indexed text of title and forms; null for an order that is newer than the index. */
  body: string | null;
  petition_fields: PetitionFields;
  /** Contents of the forms that name the region of the matter, by form code. */
  forms: Record<string, Record<string, unknown>> | null;
  /** True if 复核 of its matter has ended. */
  concluded: boolean;
}

/** Returns those of these orders that are petitions since a time and that the person may read, newest first. */
export async function listComparedOrders(
  db: Db,
  actor: Actor,
  ids: readonly string[],
  { person, since, without }: { person: ComparedPerson; since: Date; without: string | undefined },
): Promise<ComparedOrder[]> {
  const { certDigest, mobileDigest, name } = person;
  const { rows } = await fragment<ComparedOrder>`
    select o.id, o.code, o.title, o.status, o.applicant_name, coalesce(a.applicant_type, '') as applicant_type,
      o.area_code, o.area_name, o.serve_types, o.started_at, o.ended_at is not null as ended,
      (${certDigest} <> '' and (coalesce(a.cert_code_digest = ${certDigest}, false) or exists (select from
        joint_petitioners j where j.workorder_id = o.id and j.cert_code_digest = ${certDigest}))) as same_cert,
      coalesce(a.mobile_digest = ${mobileDigest} and ${mobileDigest} <> '' and a.name = ${name}, false) as same_phone,
      p.body, b.petition_fields,
      (select json_object_agg(f.form_code, f.content) from work_order_forms f where f.workorder_id = o.id
        and f.deleted_at is null
        and f.form_code = split_part(b.petition_fields->'similar'->>'area', '.', 1)) as forms,
      ${isConcluded(fragment`o.id`)} as concluded
    from work_orders o join business_items b on b.id = o.business_item_id
    left join work_order_applicants a on a.workorder_id = o.id
    left join order_query_places p on p.workorder_id = o.id
    where o.id = any(${[...ids]}::uuid[]) and b.petition_fields is not null and o.started_at >= ${since}
      and o.id is distinct from ${without ?? null}::uuid and ${readableBy(actor)}
    order by o.started_at desc`.execute(db);
  return rows;
}

/** Returns the condition that an order is an ended 复核, or that its matter had one that has ended. */
export function isConcluded(id: Fragment): Fragment {
  return fragment`exists (select from petition_links l join work_orders last on last.id = l.later_id
    where l.kind = 'recheck' and l.removed_at is null and last.ended_at is not null
      and (l.later_id = ${id} or l.earlier_id = ${id} or exists (select from petition_links first
        where first.later_id = l.earlier_id and first.earlier_id = ${id}
          and first.kind = 'review' and first.removed_at is null)))`;
}
