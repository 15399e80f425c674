/** Value of a cell in a file; a date is an instant, shown in Chinese time. */
export type SheetCell = string | number | Date | null;

export interface SheetColumn<Row> {
  /** Name of the column as on the page. */
  key: string;
  title: string;
  /** Width in pixels, as on the page. */
  width: number;
  kind: 'text' | 'instant' | 'count';
  cell(row: Row): SheetCell;
}
