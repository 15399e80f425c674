import { confirmWord } from '#web/toolkit/confirm/ConfirmDialog.tsx';

/** `确认退回失败`: the title when something stands against an action (S1 §5). */
export function failureTitle(action: string): string {
  return `${confirmWord(action)}失败`;
}
