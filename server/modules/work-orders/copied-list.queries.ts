import type { Actor } from '#domain/access/actor.ts';
import { copiedColumns, orderColumns } from '#domain/lists/order-columns.ts';
import { type Fragment, fragment, plainText } from '#server/database/fragment.ts';
import type { Db } from '#server/database/transaction.ts';
import { type RecordOf, selectOf } from './columns.ts';
import {
  all,
  between,
  countCap,
  type ListFilters,
  type ListPage,
  type ListRecord,
  orderFacts,
  orderParts,
} from './lists.queries.ts';

export type CopiedRecord = ListRecord &
  RecordOf<typeof copiedColumns> & { number: number; note: string; read_at: Date | null };

const copiedSelect = fragment`${orderFacts}, m.number, r.opinion as note, g.read_at, ${selectOf(
  { ...orderColumns, ...copiedColumns },
  { by_name: fragment`r.handler_name`, copied_at: fragment`m.copied_at` },
)}`;

type Reader = Pick<Actor, 'staffId' | 'keys'>;

/** The copies that came to a key of this person, each once; what the person sent to an own post is not among them. */
function copiesOf({ staffId, keys }: Reader): Fragment {
  return fragment`(
    select c.workorder_id, c.number, max(c.copied_at) as copied_at from work_order_copies c
    where c.key = any(${[...keys]}::text[]) group by c.workorder_id, c.number) m
    join work_order_records r on r.workorder_id = m.workorder_id and r.number = m.number and r.handler_id <> ${staffId}
    join work_orders o on o.id = m.workorder_id
    left join copy_readings g on g.workorder_id = m.workorder_id and g.number = m.number and g.staff_id = ${staffId}`;
}

function partsOf(filters: ListFilters, unread: boolean | undefined): Fragment {
  const parts = [...between(fragment`m.copied_at`, filters), ...orderParts(filters)];
  if (unread !== undefined) {
    parts.push(unread ? fragment`g.read_at is null` : fragment`g.read_at is not null`);
  }
  return all(parts);
}

/** A page of what others showed this person: unread first, then as asked. */
export async function listCopied(
  db: Db,
  reader: Reader,
  filters: ListFilters,
  page: ListPage & { unread?: boolean },
): Promise<CopiedRecord[]> {
  const direction = plainText(page.descending ? 'desc' : 'asc');
  const { rows } = await fragment<CopiedRecord>`
    select ${copiedSelect} from ${copiesOf(reader)}
    where ${partsOf(filters, page.unread)}
    order by g.read_at is null desc, m.copied_at ${direction}, m.workorder_id, m.number ${direction}
    limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

export async function countCopied(
  db: Db,
  reader: Reader,
  filters: ListFilters,
  unread: boolean | undefined,
  cap: number = countCap,
): Promise<number> {
  const { rows } = await fragment<{ total: number }>`
    select count(*)::int as total from (
      select from ${copiesOf(reader)} where ${partsOf(filters, unread)} limit ${cap}
    ) z`.execute(db);
  return rows[0]?.total ?? 0;
}
