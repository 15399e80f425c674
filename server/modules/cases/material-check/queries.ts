import type { AttachedFile } from '#contract/panels.ts';
import type { CheckedPaper } from '#domain/items/material-check.ts';
import type { Paper, Situation } from '#domain/items/situations.ts';
import { fragment } from '#server/kernel/database/fragment.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** Saved checks that are read; older ones stay in the database. */
const maxHistory = 20;

export interface StoredCheck {
  number: number;
  task_number: number;
  node_name: string;
  staff_id: string;
  staff_name: string;
  /** ISO text. */
  checked_at: string;
  summary: string;
  results: CheckedPaper[];
}

/** The materials of an order's item version, its forms, files and saved checks. */
export interface MaterialsRow {
  papers: Paper[];
  situations: Situation[];
  forms: { form_definition_id: string; content: Record<string, unknown> }[];
  /** Files that people have added, oldest first; without documents that the portal made. */
  files: AttachedFile[];
  /** Newest first. */
  checks: StoredCheck[];
}

export async function findMaterials(db: Db, workorderId: string): Promise<MaterialsRow> {
  const { rows } = await fragment<MaterialsRow>`
    select b.papers, b.situations,
      (select coalesce(json_agg(f order by f.form_code), '[]') from (
        select form_code, form_definition_id, content from work_order_forms
        where workorder_id = o.id and deleted_at is null) f) as forms,
      (select coalesce(json_agg(f order by f.id), '[]') from (
        select f.id, f.name, f.size from files f where f.workorder_id = o.id::text
          and not exists (select from order_documents d
            where d.workorder_id = o.id and (d.id = f.id or d.docx_id = f.id))) f) as files,
      (select coalesce(json_agg(c order by c.number desc), '[]') from (
        select number, task_number, node_name, staff_id, staff_name, checked_at, summary, results
        from material_checks where workorder_id = o.id order by number desc limit ${maxHistory}) c) as checks
    from work_orders o join business_items b on b.id = o.business_item_id
    where o.id = ${workorderId}::uuid`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`Order ${workorderId} is missing`);
  return row;
}

/** Locks the order; returns the number of its last check, undefined if the task is no longer open. */
export async function lockLastCheck(
  tx: Tx,
  workorderId: string,
  taskNumber: number,
): Promise<number | undefined> {
  await fragment`select from work_order_states where workorder_id = ${workorderId}::uuid for update`.execute(
    tx,
  );
  const { rows } = await fragment<{ last: number }>`
    select coalesce((select max(number) from material_checks where workorder_id = t.workorder_id), 0) as last
    from traces t
    where t.workorder_id = ${workorderId}::uuid and t.number = ${taskNumber}::int and t.handler_status = 0`.execute(
    tx,
  );
  return rows[0]?.last;
}

export interface NewCheck extends Omit<StoredCheck, 'checked_at'> {
  workorder_id: string;
  checked_at: Date;
}

export async function insertCheck(tx: Tx, check: NewCheck): Promise<void> {
  await tx
    .insertInto('material_checks')
    .values({ ...check, results: JSON.stringify(check.results) })
    .execute();
}
