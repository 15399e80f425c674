import { type Fragment, fragment } from '#server/kernel/database/fragment.ts';
import type { AuditRecord } from '#server/modules/access/audit/service.ts';

/** Inserts the decision's record into the order's audit chain. */
export function insertAuditRecord(record: AuditRecord): Fragment {
  return fragment`new_link as (
  insert into audit_links (chain, seq, at, staff_id, staff_name, action, object_kind, object_id, detail, request_id,
    digests, prev_hash, hash)
  select ${record.chain}, ${record.seq}, ${record.at}, ${record.staffId}, ${record.staffName}, ${record.action},
    ${record.objectKind}, ${record.objectId}, ${JSON.stringify(record.detail)}, ${record.requestId},
    ${JSON.stringify(record.digests)}, ${record.prevHash}, ${record.hash}
  from written_state s
)`;
}
