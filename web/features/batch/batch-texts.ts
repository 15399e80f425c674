import { minuteText } from '#domain/calendar/local-date.ts';
import { csvOf } from '#domain/lists/csv.ts';
import type { StatusTone } from '#web/toolkit/status/StatusTag.tsx';
import type { BatchJob, BatchRow, BatchState } from './batch-run.ts';

export const stateLabel: Record<BatchState, string> = {
  waiting: '等待',
  running: '办理中',
  done: '成功',
  failed: '失败',
  stopped: '未提交',
};

export const stateTone: Record<BatchState, StatusTone> = {
  waiting: 'neutral',
  running: 'progress',
  done: 'success',
  failed: 'error',
  stopped: 'warning',
};

/** Order of the states in the list: failed first, then stopped, running and done; waiting comes last. */
const order: readonly BatchState[] = ['failed', 'stopped', 'running', 'done', 'waiting'];

export function sortRows(rows: readonly BatchRow[]): BatchRow[] {
  return [...rows].sort((first, second) => order.indexOf(first.state) - order.indexOf(second.state));
}

/** Returns a title such as `批量确认收件`. */
export function batchTitle(buttonName: string): string {
  return `批量${buttonName}`;
}

/** Returns a time in China, such as `15:02:18`. */
export function timeOfDayText(at: string): string {
  const seconds = at.slice(17, 19);
  return `${minuteText(new Date(at)).slice(11)}:${seconds}`;
}

/** Returns the outcome as a file: a line for each task, in the order in which they were chosen. */
export function outcomeCsv(job: BatchJob): string {
  const head = ['流水号', '标题', '环节', '操作', '处理意见', '结果', '说明', '时间'];
  const lines = job.rows.map(({ code, title, state, note, at }) => [
    code,
    title,
    job.nodeName,
    job.button.name,
    job.opinion,
    stateLabel[state],
    note,
    at === '' ? '' : `${minuteText(new Date(at)).slice(0, 10)} ${timeOfDayText(at)}`,
  ]);
  return csvOf([head, ...lines]);
}
