import type { AttachedFile } from '#contract/panels.ts';
import type { Situation } from '#domain/items/situations.ts';
import type { CheckedPaper } from '#domain/materials/material-check.ts';
import type { Paper } from '#domain/materials/materials.ts';
import { fragment } from '#server/kernel/database/fragment.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

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
  record_settings: unknown;
  forms: { form_definition_id: string; content: Record<string, unknown> }[];
  /** Files that people have added, oldest first; without documents that the portal made. */
  files: AttachedFile[];
  /** Newest first. */
  checks: StoredCheck[];
}

export async function findMaterials(db: Db, workorderId: string): Promise<MaterialsRow> {
  const { rows } = await fragment<MaterialsRow>`
    select b.papers, b.situations, b.record_settings,
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
