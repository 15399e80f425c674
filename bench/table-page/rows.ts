import { minuteText } from '#domain/calendar/local-date.ts';
import { workOrderStatusLabel } from '#domain/enumerations/work-order-status.ts';
import { todoColumns } from '#domain/lists/order-columns.ts';
import { columnsOf } from '#web/toolkit/list/declared-columns.tsx';

const rowCount = 200;
const lights = ['green', 'yellow', 'red'] as const;
const statuses = [2, 4, 5, 8];

/** The twelve columns of the widest to-do list, without the initiator and the urges. */
const { initiatorName: _person, urgeCount: _urges, ...columnDefinitions } = todoColumns;
type Row = ReturnType<typeof rowAt>;

function rowAt(index: number) {
  const instant = (minutes: number) => new Date(Date.UTC(2026, 9, 1, 0, index * 17 + minutes)).toISOString();
  const due = (days: number) => ({
    light: lights[index % lights.length] ?? 'green',
    text: index % lights.length === 2 ? `超期 ${days} 天` : `余 ${days} 个工作日`,
    dueAt: instant(days * 1440),
    provisional: false,
  });
  return {
    id: `order-${index}`,
    code: String(2026_100_000 + index),
    title: `老旧小区住宅加装电梯申请（环湖北路${index + 1}号${(index % 7) + 1}单元）`,
    itemName: '加装电梯审批',
    applicantName: '方**',
    status: statuses[index % statuses.length] ?? 2,
    nodeName: '窗口预审',
    arrivedAt: instant(90),
    due: due((index % 9) + 1),
    wholeDue: due((index % 23) + 4),
    startedAt: instant(0),
    areaName: '杭州市淳安县',
    orgName: '淳安县市场监督管理局',
  };
}

export const rows: readonly Row[] = Array.from({ length: rowCount }, (_, index) => rowAt(index));

/** The columns as in a list of the portal: a link, a tag, two due lights, two times, texts. */
export const columns = columnsOf<Row>(columnDefinitions, {
  code: { link: (row: Row) => `/work-orders/${row.id}` },
});

export interface PlainRow {
  id: string;
  cells: readonly { key: string; kind: string; text: string; light: (typeof lights)[number] | undefined }[];
}

/** Rows with the text of each cell, created before anything is timed. */
export const plainRows: readonly PlainRow[] = rows.map((row) => ({
  id: row.id,
  cells: Object.entries(columnDefinitions).map(([key, { kind }]) => ({
    key,
    kind,
    text: textOf(kind, row[key as keyof Row]),
    light: kind === 'due' ? (row[key as keyof Row] as Row['due']).light : undefined,
  })),
}));

function textOf(kind: string, value: unknown): string {
  if (kind === 'status') return (workOrderStatusLabel as Record<number, string>)[Number(value)] ?? '';
  if (kind === 'instant') return minuteText(new Date(String(value)));
  return kind === 'due' ? (value as Row['due']).text : String(value);
}
