import { hasCode } from './code-list.ts';

/** Minutes before its start at which a schedule entry reminds (S1 Other enumerations). */
export const ReminderOffset = {
  atStart: 0,
  fiveMinutes: 5,
  fifteenMinutes: 15,
  oneHour: 60,
  oneDay: 1440,
} as const;
export type ReminderOffset = (typeof ReminderOffset)[keyof typeof ReminderOffset];

export const reminderOffsetLabel: Record<ReminderOffset, string> = {
  [ReminderOffset.atStart]: '开始时',
  [ReminderOffset.fiveMinutes]: '提前5分钟',
  [ReminderOffset.fifteenMinutes]: '提前15分钟',
  [ReminderOffset.oneHour]: '提前1小时',
  [ReminderOffset.oneDay]: '提前1天',
};

export function isReminderOffset(value: unknown): value is ReminderOffset {
  return hasCode(ReminderOffset, value);
}
