import type { ActNote } from '#server/modules/access/audit/service.ts';

/** Returns the entry of the audit log for a change to a person's schedule, in a chain of that person's own. */
export function noteOf(staffId: string, act: string, detail: ActNote['detail']): ActNote {
  return {
    chain: `schedule:${staffId}`,
    action: `schedule.${act}`,
    objectKind: 'staff',
    objectId: staffId,
    detail,
  };
}
