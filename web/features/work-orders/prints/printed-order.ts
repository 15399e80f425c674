/** An order as a row of a list names it for printing. */
export interface PrintedOrder {
  id: string;
  code: string;
  title: string;
}

/** Rows of tasks name an order once for each task; on paper it stands once. */
export function eachOrderOnce<Row extends PrintedOrder>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
