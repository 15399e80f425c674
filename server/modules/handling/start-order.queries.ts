import { type RawBuilder, sql } from 'kysely';
import type { AuditHead } from '#server/modules/audit/chain.ts';
import type { DecisionWrite } from './record-decision.queries.ts';

/** Facts of a new order that no later action changes. */
export interface OrderStart {
  businessItemId: string;
  itemName: string;
  title: string;
  processDefinitionId: string;
  areaName: string;
  orgId: string;
  serveTypes: string[];
  forms: { formCode: string; formDefinitionId: string; content: Record<string, unknown> }[];
  applicant: {
    name: string;
    sex: string;
    certCategory: string;
    certCodeSealed: string;
    certCodeDigest: string;
    mobileSealed: string;
    mobileDigest: string;
    region: string[];
    detailsSealed: string;
    applicantType: string;
    enterpriseType: string;
    representCertDigest: string;
  };
  /** The item takes one unfinished order of an applicant at a time. */
  duplicateCheck: boolean;
  draftId: string | null;
  /** Year of the public code. */
  year: number;
}

/**
 * Stands for the public code where it is not known yet: the number is taken inside the writing statement, so that the
 * year's counter is locked for one statement and a commit, and no number is lost to a refused start.
 */
export const codePlaceholder = '{办件流水号}';

/** The rows of a new order, as parts of the one statement that starts it. */
export function insertOrderParts(
  write: DecisionWrite,
  start: OrderStart,
  audit: AuditHead,
): RawBuilder<unknown> {
  const { workorderId: id, recording, actor, at } = write;
  const { applicant } = start;
  const forms = start.forms.map((form) => ({
    form_code: form.formCode,
    form_definition_id: form.formDefinitionId,
    content: form.content,
  }));
  return sql`numbered as (
  insert into order_counters (year, last) values (${start.year}, 1)
  on conflict (year) do update set last = order_counters.last + 1 returning last
), coded as (
  select ${String(start.year)} || lpad(last::text, greatest(6, length(last::text)), '0') as code from numbered
), ordered as (
  insert into work_orders (id, code, business_item_id, task_code, item_name, title, applicant_name,
    process_definition_id, status, rollback_status, result_code, initiator_id, initiator_name, org_id, org_name,
    area_code, area_name, started_at, updated_at, ended_at, due_at, due_provisional, serve_types)
  select ${id}::uuid, coded.code, ${start.businessItemId}, ${write.taskCode}, ${start.itemName}, ${start.title},
    ${applicant.name}, ${start.processDefinitionId}, ${recording.order.status}, ${recording.order.rollback_status},
    ${recording.order.result_code}, ${actor.staffId}, ${actor.name}, ${start.orgId}, ${actor.orgName},
    ${write.areaCode}, ${start.areaName}, ${at}, ${at}, ${recording.order.ended_at}, ${write.due.dueAt},
    ${write.due.provisional}, ${start.serveTypes}::text[]
  from coded
), folded as (
  insert into work_order_states (workorder_id, process_definition_id, version, state, clock, audit_seq, audit_hash)
  values (${id}::uuid, ${start.processDefinitionId}, ${write.state.version}, ${JSON.stringify(write.state)}::jsonb,
    ${write.clock === null ? null : JSON.stringify(write.clock)}::jsonb, ${audit.seq}, ${audit.hash})
), applied as (
  insert into work_order_applicants (workorder_id, name, sex, cert_category, cert_code_sealed, cert_code_digest,
    mobile_sealed, mobile_digest, region, details_sealed, applicant_type, enterprise_type, represent_cert_digest)
  values (${id}::uuid, ${applicant.name}, ${applicant.sex}, ${applicant.certCategory}, ${applicant.certCodeSealed},
    ${applicant.certCodeDigest}, ${applicant.mobileSealed}, ${applicant.mobileDigest}, ${applicant.region}::text[],
    ${applicant.detailsSealed}, ${applicant.applicantType}, ${applicant.enterpriseType},
    ${applicant.representCertDigest})
), filled as (
  insert into work_order_forms (workorder_id, form_code, form_definition_id, content, updated_at)
  select ${id}::uuid, x.form_code, x.form_definition_id, x.content, ${at}
  from jsonb_to_recordset(${JSON.stringify(forms)}::jsonb) as x(form_code text, form_definition_id text, content jsonb)
), searched as (
  insert into work_order_search (workorder_id, grams)
  select ${id}::uuid, search_grams(${`${start.title} ${applicant.name}`}) from coded
), taken as (
  insert into unfinished_applications (task_code, cert_code_digest, workorder_id)
  select ${write.taskCode}, ${applicant.certCodeDigest}, ${id}::uuid
  where ${start.duplicateCheck}::boolean and ${recording.order.ended_at === null}::boolean
), undrafted as (
  delete from drafts where id = ${start.draftId}::uuid and staff_id = ${actor.staffId}
)`;
}
