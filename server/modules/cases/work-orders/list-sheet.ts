import type { WireOf } from '#contract/list-columns.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { workOrderStatusLabel } from '#domain/enumerations/work-order-status.ts';
import type { ColumnKind, DeclaredColumns } from '#domain/lists/columns.ts';
import type { FilterLabel } from '#domain/lists/export-texts.ts';
import type { SheetCell, SheetColumn } from '#server/adapters/spreadsheets/sheet-column.ts';
import { statusLabelOf } from './present.ts';

/** Common parts of the files of orders: a cell for each kind of column, and the texts of the filters. */

type ListColumn = WireOf<DeclaredColumns>[string];

/** Functions that return the cell of a file, by the kind of its column. */
const cellOf: Record<ColumnKind, (value: never) => SheetCell> = {
  text: (text: string) => text,
  maskedName: (name: string) => name,
  status: (status: number) => statusLabelOf(status),
  instant: (at: string) => new Date(at),
  due: ({ dueAt, text, provisional }: { dueAt: string | null; text: string; provisional: boolean }) =>
    [dueAt === null ? '' : localDateOf(new Date(dueAt)), text, provisional ? '暂定' : '']
      .filter((part) => part !== '')
      .join(' '),
  count: (count: number) => count,
  overdueDays: (days: number) => days,
};

function sheetKind(kind: ColumnKind): SheetColumn<never>['kind'] {
  if (kind === 'overdueDays') return 'count';
  return kind === 'instant' || kind === 'count' ? kind : 'text';
}

/** Returns the columns of a list for a file. */
export function sheetColumnsOf<Columns extends DeclaredColumns>(
  columns: Columns,
): SheetColumn<WireOf<Columns>>[] {
  return Object.entries(columns).map(([key, { title, width, kind }]) => ({
    key,
    title,
    width,
    kind: sheetKind(kind),
    cell: (row) => cellOf[kind]((row as Readonly<Record<string, ListColumn>>)[key] as never),
  }));
}

export const dueTexts = { overdue: '已超期', today: '今日到期', soon: '将到期' };
const statusTexts = Object.fromEntries(Object.entries(workOrderStatusLabel));

/** Returns the filters that all lists of orders share; `dayLabel` names the day of a span. */
export function filterLabels(dayLabel: string, ...further: readonly FilterLabel[]): FilterLabel[] {
  return [
    { name: 'keyword', label: '关键词' },
    { name: 'inputValue', label: '关键词' },
    { name: 'taskCode', label: '事项', recordKind: 'items' },
    { name: 'startDate', endParameter: 'endDate', label: dayLabel },
    { name: 'status', label: '办理状态', valueLabels: statusTexts },
    { name: 'areaCode', label: '所属区划', recordKind: 'areas' },
    { name: 'areaId', label: '所属区划', recordKind: 'areas' },
    { name: 'areaName', label: '所属区划' },
    { name: 'regionCode', label: '所属区划', recordKind: 'areas' },
    { name: 'orgCode', label: '受理机构', recordKind: 'organisations' },
    { name: 'orgName', label: '受理机构' },
    { name: 'hallId', label: '所属大厅', recordKind: 'halls' },
    { name: 'hallName', label: '所属大厅' },
    { name: 'windowId', label: '所属窗口', recordKind: 'windows' },
    { name: 'categoryId', label: '事项分类', recordKind: 'categories' },
    { name: 'due', label: '时限', valueLabels: dueTexts },
    { name: 'dueDay', label: '到期日' },
    ...further,
  ];
}

export const phaseLabel: FilterLabel = {
  name: 'phase',
  label: '办理进度',
  valueLabels: { open: '在办', ended: '已办结' },
};
