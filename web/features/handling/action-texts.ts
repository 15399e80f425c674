import { confirmLabel } from '#web/toolkit/confirm/ConfirmDialog.tsx';

/** Returns a title such as `确认退回失败`, for problems that prevent an action (S1 §5). */
export function failureTitle(action: string): string {
  return `${confirmLabel(action)}失败`;
}
