import type { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import { type DocumentOrigin, isVoidDocument } from '#domain/documents/document-validity.ts';
import type { SideRecord } from '#domain/records/side-record.ts';
import { fragment } from '#server/kernel/database/fragment.ts';
import { type StoredState, storedState, withState } from '#server/kernel/database/stored-state.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import type { StoredCheck } from '#server/modules/cases/work-orders/service.ts';

/** Facts of an order for its package, besides its trace, read in one snapshot. */
export interface WholeOrder {
  id: string;
  code: string;
  title: string;
  taskCode: string;
  itemName: string;
  status: number;
  startedAt: Date;
  /** Null if it was reopened. */
  endedAt: Date | null;
  /** Version of its state, to detect changes. */
  version: number;
  office: { id: string; name: string };
  applicantWord: ApplicantTerm;
  applicant: WholeApplicant | null;
  forms: WholeForm[];
  files: WholeFile[];
  records: readonly SideRecord[];
  checks: StoredCheck[];
}

/** The columns of the stored row. */
export interface WholeApplicant {
  name: string;
  sex: string;
  cert_category: string;
  cert_code_sealed: string;
  mobile_sealed: string;
  region: string[];
  details_sealed: string;
  applicant_type: string;
  enterprise_type: string;
}

export interface WholeForm {
  formDefinitionId: string;
  content: Record<string, unknown>;
  deleted: boolean;
}

/** A file of an order; `document` is set for a document of the office, with its name and whether it is void. */
export interface WholeFile {
  id: string;
  bytesId: string;
  name: string;
  contentType: string;
  size: number;
  sha256: string;
  createdAt: string;
  document: { name: string; isVoid: boolean } | null;
}

interface StoredFileRow extends Omit<WholeFile, 'document'> {
  document: (DocumentOrigin & { name: string }) | null;
}

type FoundOrder = Omit<WholeOrder, 'files' | 'records'> & { files: StoredFileRow[] };

export async function findWholeOrder(db: Db, id: string): Promise<WholeOrder | undefined> {
  const { rows } = await fragment<FoundOrder & StoredState>`
    select o.id, o.code, o.title, o.task_code as "taskCode", o.item_name as "itemName", o.status,
      o.started_at as "startedAt", o.ended_at as "endedAt", s.version, ${storedState},
      json_build_object('id', g.id, 'name', g.name) as office,
      b.applicant_word as "applicantWord",
      (select to_json(a) from work_order_applicants a where a.workorder_id = o.id) as applicant,
      (select coalesce(json_agg(json_build_object('formDefinitionId', f.form_definition_id, 'content', f.content,
          'deleted', f.deleted_at is not null) order by f.form_code), '[]')
        from work_order_forms f where f.workorder_id = o.id) as forms,
      (select coalesce(json_agg(json_build_object('id', f.id, 'bytesId', coalesce(f.blob_id, f.id), 'name', f.name,
          'contentType', f.content_type, 'size', f.size, 'sha256', f.sha256, 'createdAt', f.created_at,
          'document', case when d.id is not null
            then json_build_object('name', d.name, 'taskNumber', d.number, 'buttonId', d.button_id,
              'voidedAt', d.voided_at) end) order by f.id), '[]')
        from files f left join order_documents d on d.workorder_id = o.id and (d.id = f.id or d.docx_id = f.id)
        where f.workorder_id = o.id::text) as files,
      (select coalesce(json_agg(c order by c.number), '[]') from material_checks c where c.workorder_id = o.id) as checks
    from work_orders o join work_order_states s on s.workorder_id = o.id
    join business_items b on b.id = o.business_item_id join organisations g on g.id = b.org_id
    where o.id = ${id}::uuid`.execute(db);
  if (!rows[0]) return undefined;
  const { state, ...order } = withState(rows[0]);
  return {
    ...order,
    records: state.records ?? [],
    files: order.files.map((file) => ({
      ...file,
      document: file.document && { name: file.document.name, isVoid: isVoidDocument(state, file.document) },
    })),
  };
}
