/**
 * Names in a list's call for the page, the page size, the rows and the total; other services use other names
 * (S0 §3, S2 §7 "configurable keys").
 */
export interface ListKeys {
  page: string;
  size: string;
  rows: string;
  total: string;
}

export const listKeys: ListKeys = { page: 'page', size: 'size', rows: 'rows', total: 'total' };

/** Returns the requested page with the names of the call. */
export function writePage(
  { page, size }: { page: number; size: number },
  keys: Pick<ListKeys, 'page' | 'size'> = listKeys,
): Record<string, number> {
  return { [keys.page]: page, [keys.size]: size };
}

/**
 * Reads the rows and the total from an answer, by the names of the call, also one level deeper, as in
 * `data.rows`. Missing rows are read as an empty list, a missing total as the number of rows.
 */
export function readRows<Row>(answer: unknown, keys: Pick<ListKeys, 'rows' | 'total'> = listKeys) {
  const container = partOf(answer, keys.rows) === undefined ? partOf(answer, 'data') : answer;
  const list = Array.isArray(container) ? container : partOf(container, keys.rows);
  const rows: readonly Row[] = Array.isArray(list) ? list : [];
  const total = Number(partOf(container, keys.total) ?? rows.length);
  return { rows, total: Number.isFinite(total) ? total : rows.length };
}

function partOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}
