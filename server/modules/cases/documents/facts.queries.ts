import type { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import type { Situation } from '#domain/items/situations.ts';
import type { Paper } from '#domain/materials/materials.ts';
import { fragment } from '#server/kernel/database/fragment.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

/** The facts of an order for its documents, besides its state and forms. */
export interface OrderFactsRow {
  itemName: string;
  title: string;
  status: number;
  startedAt: Date;
  dueAt: Date | null;
  endedAt: Date | null;
  officeId: string;
  officeName: string;
  officeAddress: string;
  officePhone: string;
  /** Phone number of the organisation of the person who makes the document. */
  handlerPhone: string;
  applicantWord: ApplicantTerm;
  papers: Paper[];
  situations: Situation[];
  applicant: {
    name: string;
    sex: string;
    cert_category: string;
    cert_code_sealed: string;
    mobile_sealed: string;
    region: string[];
    details_sealed: string;
    applicant_type: string;
  } | null;
  /** Rows that a handler has finished. */
  traces: {
    number: number;
    node_name: string;
    act_name: string;
    handler_operation: number | null;
    handler_status: number;
    handler_name: string;
    handler_org_name: string;
    opinion: string;
    ended_at: string;
  }[];
  /** Files that people have attached, oldest first; without documents that the portal made. */
  files: { id: string; name: string }[];
}

/** Reads the facts for a document in one snapshot; `orgId` is the organisation of the person who makes it. */
export async function findOrderFactsRow(
  db: Db,
  workorderId: string,
  orgId: string,
): Promise<OrderFactsRow | undefined> {
  const { rows } = await fragment<OrderFactsRow>`
    select o.item_name as "itemName", o.title, o.status, o.started_at as "startedAt", o.due_at as "dueAt",
      o.ended_at as "endedAt", g.id as "officeId", g.name as "officeName", g.address as "officeAddress",
      g.phone as "officePhone", coalesce((select h.phone from organisations h where h.id = ${orgId}), '') as "handlerPhone",
      b.applicant_word as "applicantWord", b.papers, b.situations,
      (select to_json(a) from work_order_applicants a where a.workorder_id = o.id) as applicant,
      (select coalesce(json_agg(t order by t.number), '[]') from (
        select number, node_name, act_name, handler_operation, handler_status, handler_name, handler_org_name, opinion, ended_at
        from traces where workorder_id = o.id and ended_at is not null) t) as traces,
      (select coalesce(json_agg(f order by f.id), '[]') from (
        select f.id, f.name from files f where f.workorder_id = o.id::text
          and not exists (select from order_documents d where d.workorder_id = o.id and (d.id = f.id or d.docx_id = f.id))) f) as files
    from work_orders o join business_items b on b.id = o.business_item_id join organisations g on g.id = b.org_id
    where o.id = ${workorderId}::uuid`.execute(db);
  return rows[0];
}
