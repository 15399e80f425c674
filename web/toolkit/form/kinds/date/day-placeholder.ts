/** Texts in empty boxes, unless the field sets its own. */
export const dayPlaceholder = { date: '请选择日期', time: '请选择时间' } as const;
