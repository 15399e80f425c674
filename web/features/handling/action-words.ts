/** `确认退回`; a button that already says 确认 does not say it twice. */
export function confirmWord(action: string): string {
  return action.startsWith('确认') ? action : `确认${action}`;
}

/** `确认退回失败`: the title when something stands against an action (S1 §5). */
export function failureTitle(action: string): string {
  return `${confirmWord(action)}失败`;
}
