/** File formats of an export. */
export const ExportFormat = { xlsx: 'xlsx', csv: 'csv' } as const;
export type ExportFormat = (typeof ExportFormat)[keyof typeof ExportFormat];

export const exportFormatLabel: Record<ExportFormat, string> = {
  xlsx: 'Excel（.xlsx）',
  csv: '文本（.csv）',
};

/** States of an export. */
export const ExportState = {
  waiting: 'waiting',
  running: 'running',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
} as const;
export type ExportState = (typeof ExportState)[keyof typeof ExportState];

export const exportStateLabel: Record<ExportState, string> = {
  waiting: '排队中',
  running: '导出中',
  done: '可下载',
  failed: '导出异常',
  cancelled: '已取消',
};

/** Checks whether an export is waiting for a worker or being made. */
export function isExportOpen(state: ExportState): boolean {
  return state === ExportState.waiting || state === ExportState.running;
}
