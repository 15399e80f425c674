import { type Fragment, fragment } from '#server/kernel/database/fragment.ts';
import type { AuditLink } from '#server/modules/access/audit/service.ts';

/** Inserts the decision's record into the order's audit chain. */
export function insertLink(link: AuditLink): Fragment {
  return fragment`new_link as (
  insert into audit_links (chain, seq, at, staff_id, staff_name, action, object_kind, object_id, detail, request_id,
    digests, prev_hash, hash)
  select ${link.chain}, ${link.seq}, ${link.at}, ${link.staffId}, ${link.staffName}, ${link.action},
    ${link.objectKind}, ${link.objectId}, ${JSON.stringify(link.detail)}, ${link.requestId},
    ${JSON.stringify(link.digests)}, ${link.prevHash}, ${link.hash}
  from written_state s
)`;
}
