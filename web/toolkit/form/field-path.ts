/** The place of a value: a field of the form, or a cell of a row of a table (`involved[2].name`). */
export type FieldPlace =
  | { fieldId: string; row?: undefined }
  | { fieldId: string; row: number; columnId: string };

export function placeOf(path: string): FieldPlace {
  const cell = /^([^[]+)\[(\d+)\]\.(.+)$/.exec(path);
  if (!cell?.[1] || !cell[3]) return { fieldId: path };
  return { fieldId: cell[1], row: Number(cell[2]), columnId: cell[3] };
}

export function cellPath(fieldId: string, row: number, columnId: string): string {
  return `${fieldId}[${row}].${columnId}`;
}

/** Returns the DOM id of a field's control, used by labels, messages and links of the summary. */
export function controlId(prefix: string, path: string): string {
  return `${prefix}-${path}`;
}
