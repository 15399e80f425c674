import type { CompiledField } from '#domain/forms/compiled-form.ts';
import type { FormStore } from '../../form-store.ts';
import { fieldValueText } from '../../value-text.ts';

/** Number of values after the first in the line of a row. */
const maxOthers = 3;

/** Returns the texts of a row in one line: its first value, and some others; values that are masked stay masked. */
export function rowTexts(store: FormStore, { columns }: CompiledField, row: string): [string, string] {
  const texts: string[] = [];
  for (const column of columns) {
    const text = fieldValueText(store, column, `${row}.${column.id}`);
    if (text !== '') texts.push(text);
    if (texts.length > maxOthers) break;
  }
  const [first = '（未填写）', ...others] = texts;
  return [first, others.join('，')];
}
