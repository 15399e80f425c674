/** The data of an order that printing needs: a part of its row in a list. */
export interface PrintedOrder {
  id: string;
  code: string;
  title: string;
}

/** Returns each order once: lists of tasks contain an order once for each task. */
export function eachOrderOnce<Row extends PrintedOrder>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
