import type { Problem } from '#domain/refusals/refusals.ts';
import { placeOf } from './field-path.ts';
import type { FormStore } from './form-store.ts';

/**
 * Returns a problem as a line of a summary: with the name of the field, and for a cell its table and row,
 * unless the message begins with it.
 */
export function problemText(store: FormStore, { field: path, message }: Problem): string {
  const place = placeOf(path);
  const title = store.fieldAt(path)?.title ?? '';
  const text = message.startsWith(title) || message.startsWith('“') ? message : `${title}：${message}`;
  if (place.row === undefined) return text;
  return `${store.form.byId.get(place.fieldId)?.title ?? ''}第 ${place.row + 1} 行，${text}`;
}
