/**
 * Days for which a deleted draft (S1 §4: -1) is kept and can be restored by its owner; docs/decisions/0119.
 */
export const deletedDraftRetentionDays = 30;
