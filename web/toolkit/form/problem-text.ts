import type { Problem } from '#domain/refusals/refusals.ts';
import { innerPlaceOf } from './field-path.ts';
import type { FormStore } from './form-store.ts';

/**
 * Returns a problem as a line of a summary: with the name of the field, unless the message begins with it, and inside
 * other fields with their names and rows (`人员第 2 项，地址，街道不能为空`).
 */
export function problemText(store: FormStore, { field: path, message }: Problem): string {
  const title = store.fieldAt(path)?.title ?? '';
  const text = message.startsWith(title) || message.startsWith('“') ? message : `${title}：${message}`;
  return placeText(store, path) + text;
}

/** Returns the names of the fields around a value, with its rows. */
function placeText(store: FormStore, path: string): string {
  const place = innerPlaceOf(path);
  if (place === undefined) return '';
  const { title = '', kind } = store.fieldAt(place.around) ?? {};
  const row = place.row === undefined ? '' : `第 ${place.row + 1} ${kind?.rowWord ?? '行'}`;
  return `${placeText(store, place.around)}${title}${row}，`;
}
