import { keepStored } from '#web/api/read-stored.ts';
import { sessionPrefix } from '#web/api/session-cache.ts';

const keyOf = (taskCode: string) => `${sessionPrefix}leftDraft.${taskCode}`;

/** Notes for this tab that a draft is being saved whose number the address does not have yet: a reload would not find it. */
export function noteLeftDraft(taskCode: string): void {
  keepStored(keyOf(taskCode), 'saving', 'sessionStorage');
}

/** Forgets it, when the address leads to the draft or the order was started. */
export function forgetLeftDraft(taskCode: string): void {
  sessionStorage.removeItem(keyOf(taskCode));
}

/** Checks that this tab went while a draft of the item was being saved. */
export function hasLeftDraft(taskCode: string): boolean {
  return sessionStorage.getItem(keyOf(taskCode)) !== null;
}
