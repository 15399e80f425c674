/**
 * Days for which a deleted draft (S1 §4: -1) is kept and can be restored by its owner; docs/decisions/0119.
 */
export const deletedDraftRetentionDays = 30;

/** The largest body of a call in bytes, unless the call has a limit of its own; no larger draft can be saved. */
export const maxBodyBytes = 2 * 1024 * 1024;
