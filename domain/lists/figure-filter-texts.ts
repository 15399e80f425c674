/** Texts of the filters by which the figures of the dashboard are counted; the list and its export show them. */

export const punctualityLabel = { onTime: '按期办结', late: '超期办结' } as const;

/** Days of the week by their number; 0 is Sunday. */
export const weekdayNames = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'] as const;

/** Returns the text of an hour of the day. */
export function hourText(hour: number | string): string {
  return `${hour} 时`;
}
