/** Value of a cell in a file; a date is an instant, shown as people in China read it. */
export type SheetCell = string | number | Date | null;

export interface SheetColumn<Row> {
  /** As the screen calls it. */
  key: string;
  title: string;
  /** Pixels, as on the screen. */
  width: number;
  kind: 'text' | 'instant' | 'count';
  cell(row: Row): SheetCell;
}
