import { type Fragment, fragment } from '#server/kernel/database/fragment.ts';
import type { Decision, NewOrder } from '../decision.ts';

/** Inserts the encrypted applicant of the order. */
export function insertApplicant({ applicant }: NewOrder): Fragment {
  return fragment`new_applicant as (
  insert into work_order_applicants (workorder_id, name, sex, cert_category, cert_code_sealed, cert_code_digest,
    mobile_sealed, mobile_digest, region, details_sealed, applicant_type, enterprise_type, represent_cert_digest)
  select s.workorder_id, ${applicant.name}, ${applicant.sex}, ${applicant.certCategory}, ${applicant.certCodeSealed},
    ${applicant.certCodeDigest}, ${applicant.mobileSealed}, ${applicant.mobileDigest}, ${applicant.region},
    ${applicant.detailsSealed}, ${applicant.applicantType}, ${applicant.enterpriseType},
    ${applicant.representCertDigest}
  from written_state s
)`;
}

/** Inserts the row by which the duplicate check finds the order while it is unfinished. */
export function insertUnfinishedApplication({ taskCode, rowChanges }: Decision, order: NewOrder): Fragment {
  return fragment`held_place as (
  insert into unfinished_applications (task_code, cert_code_digest, workorder_id)
  select ${taskCode}, ${order.applicant.certCodeDigest}, s.workorder_id
  from written_state s where ${order.blocksDuplicates && rowChanges.order.ended_at === null}::boolean
)`;
}

/** Deletes the row of the duplicate check when the order ends. */
export function deleteUnfinishedApplication({ rowChanges }: Decision): Fragment {
  return fragment`freed_place as (
  delete from unfinished_applications u using written_state s
  where u.workorder_id = s.workorder_id and ${rowChanges.order.ended_at !== null}::boolean
)`;
}
