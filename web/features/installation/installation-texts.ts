/** Labels of background tasks; one of a later version is shown by its own name. */
const taskTexts: Record<string, string> = {
  'session.clean-up': '清理过期会话',
  'audit.anchor': '审计锚点',
  'audit.verify': '审计核对',
  'drafts.clean-up': '清理草稿',
  'files.clean-up': '清理附件',
  'files.thumbnails': '生成缩略图',
  'idempotency.clean-up': '清理请求记录',
  'work-order.notices': '办件提醒',
  'work-order.index': '办件检索',
  'work-order.limits': '办件时限',
  'work-order.silence': '逾期未答复视为受理',
  'work-order.absent-seats': '外出人员的任务',
  'work-order.seal-forms': '加密办件表单',
  'substitutes.turn': '外出委托',
  'schedule.remind': '日程提醒',
  'message.deliver': '发送消息',
  'message.clean-up': '清理消息',
  'export.write': '生成导出文件',
  'export.clean-up': '清理导出文件',
  'express.ask': '查询快递轨迹',
  'archive.make': '制作档案包',
  'archive.check': '检查档案包',
  'archive.destroy': '销毁档案',
  'figures.fold': '汇总统计',
  'figures.check': '核对统计',
};

export const taskLabel = (task: string): string => taskTexts[task] ?? task;

export const folderTexts = { data: '数据目录', audit: '审计目录', files: '附件目录' } as const;

const day = 86_400;
const units = [
  [day, '天'],
  [3_600, '小时'],
  [60, '分钟'],
] as const;

/** Returns a time span in its largest unit. */
export function ageText(seconds: number): string {
  const [length, unit] = units.find(([unitSeconds]) => seconds >= unitSeconds) ?? [1, '秒'];
  return `${Math.floor(seconds / length)} ${unit}`;
}
