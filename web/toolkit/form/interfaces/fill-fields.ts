import type { InterfaceUse } from '#domain/forms/field-interfaces.ts';
import { valueOfText } from '#domain/forms/interface-fill.ts';
import { isSame } from '#domain/forms/same-value.ts';
import type { FormStore } from '../form-store.ts';
import { pathBeside } from './use-parameters.ts';

/** Values of the fields that an interface fills, by their ids, before it is asked. */
export type ValuesToFill = ReadonlyMap<string, unknown>;

export function valuesToFill(store: FormStore, path: string, { fills }: InterfaceUse): ValuesToFill {
  return new Map(fills.map((id) => [id, store.view(pathBeside(store, path, id)).value]));
}

/**
 * Fills the fields with the texts of an answer, and returns the titles of those that were filled. A field that the
 * person may not edit, or has changed since the query, keeps its value.
 */
export function fillFields(
  store: FormStore,
  path: string,
  texts: Readonly<Record<string, string>>,
  before: ValuesToFill,
): string[] {
  return Object.entries(texts).flatMap(([id, text]) => {
    const target = pathBeside(store, path, id);
    const [field, view] = [store.fieldAt(target), store.view(target)];
    if (!field || !view.editable || !before.has(id) || !isSame(before.get(id), view.value)) return [];
    const value = valueOfText(field, view.options, text);
    if (value === undefined) return [];
    store.change(target, value);
    return [field.title];
  });
}
