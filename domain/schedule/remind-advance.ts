/** Minutes between the reminder and the start of an entry: at start, 5 min, 15 min, 1 hour, 1 day (S2 §9). */
export const remindAdvances = [0, 5, 15, 60, 1440] as const;
export type RemindAdvance = (typeof remindAdvances)[number];

export const remindAdvanceLabel: Readonly<Record<RemindAdvance, string>> = {
  0: '开始时提醒',
  5: '提前 5 分钟提醒',
  15: '提前 15 分钟提醒',
  60: '提前 1 小时提醒',
  1440: '提前 1 天提醒',
};

export function isRemindAdvance(value: unknown): value is RemindAdvance {
  return remindAdvances.some((advance) => advance === value);
}
