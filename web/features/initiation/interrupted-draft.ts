import { writeStored } from '#web/api/read-stored.ts';
import { sessionPrefix } from '#web/api/session-storage-prefix.ts';

const keyOf = (taskCode: string) => `${sessionPrefix}leftDraft.${taskCode}`;

/**
 * Records in this tab that a draft is being saved before the address contains its id: a reload would not find
 * the draft.
 */
export function recordInterruptedDraft(taskCode: string): void {
  writeStored(keyOf(taskCode), 'saving', 'sessionStorage');
}

/** Removes this record, when the address contains the draft's id or the order was started. */
export function clearInterruptedDraft(taskCode: string): void {
  sessionStorage.removeItem(keyOf(taskCode));
}

/** Checks that the page was left or reloaded in this tab while a draft of the item was being saved. */
export function hasInterruptedDraft(taskCode: string): boolean {
  return sessionStorage.getItem(keyOf(taskCode)) !== null;
}
