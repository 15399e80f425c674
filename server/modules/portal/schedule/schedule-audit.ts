import type { ActionAuditRecord } from '#server/modules/access/audit/service.ts';

/** Returns the audit record for a change to a person's schedule, in this person's own chain. */
export function auditRecordOf(
  staffId: string,
  verb: string,
  detail: ActionAuditRecord['detail'],
): ActionAuditRecord {
  return {
    chain: `schedule:${staffId}`,
    action: `schedule.${verb}`,
    objectKind: 'staff',
    objectId: staffId,
    detail,
  };
}
