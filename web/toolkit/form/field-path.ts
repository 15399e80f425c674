import type { CompiledField, CompiledForm } from '#domain/forms/compiled-form.ts';
import type { FieldState } from '#domain/forms/field-state.ts';
import type { FormState } from '#domain/forms/linkage.ts';
import type { FormValues } from '#domain/forms/model.ts';

/**
 * Paths of values: `summary`, `involved[2].name` in a row, `list[0].address.street` in an object inside a row.
 */

/** The place of a value inside another field; `row` is undefined in an object. */
interface InnerPlace {
  around: string;
  row: number | undefined;
  id: string;
}

/** Returns the id of the field of the form that contains the value. */
export function rootOf(path: string): string {
  return /^[^.[]*/.exec(path)?.[0] ?? path;
}

/** Returns the place of a value inside another field; undefined for a field of the form. */
export function innerPlaceOf(path: string): InnerPlace | undefined {
  const [, around, row, id] = /^(.+?)(?:\[(\d+)\])?\.([^.[]+)$/.exec(path) ?? [];
  if (around === undefined || id === undefined) return undefined;
  return { around, row: row === undefined ? undefined : Number(row), id };
}

/** Returns the state of the field at a path. */
export function stateIn({ fields, rows }: FormState, path: string): FieldState | undefined {
  const place = innerPlaceOf(path);
  if (place === undefined) return fields[path];
  return rows[place.around]?.[place.row ?? 0]?.[place.id];
}

/** Returns the field of the value at a path; undefined if the form has none there. */
export function fieldAt(form: CompiledForm, path: string): CompiledField | undefined {
  const place = innerPlaceOf(path);
  if (place === undefined) return form.byId.get(path);
  return fieldAt(form, place.around)?.columns.find(({ id }) => id === place.id);
}

/** Returns the paths of the fields around a value, the innermost first. */
export function pathsAround(path: string): string[] {
  const around = innerPlaceOf(path)?.around;
  return around === undefined ? [] : [around, ...pathsAround(around)];
}

export function cellPath(fieldId: string, row: number, columnId: string): string {
  return `${fieldId}[${row}].${columnId}`;
}

/** Returns the ids and row numbers of a path; an id begins with a letter. */
export function stepsOf(path: string): (string | number)[] {
  return path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .map((step) => (/^\d/.test(step) ? Number(step) : step));
}

/** Returns the value at a path; undefined if there is none. */
export function valueAt(values: FormValues, path: string): unknown {
  return stepsOf(path).reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? Reflect.get(value, step)
        : undefined,
    values,
  );
}

/** Returns the values with another one at a path; objects that do not exist yet are created. */
export function withValueAt(values: FormValues, path: string, value: unknown): FormValues {
  return withValue(values, stepsOf(path), value) as FormValues;
}

function withValue(
  holder: unknown,
  [step, ...others]: readonly (string | number)[],
  value: unknown,
): unknown {
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const rows: readonly unknown[] = Array.isArray(holder) ? holder : [];
    return rows.map((row, index) => (index === step ? withValue(row, others, value) : row));
  }
  const group = typeof holder === 'object' && holder !== null && !Array.isArray(holder) ? holder : {};
  const before = Object.hasOwn(group, step) ? Reflect.get(group, step) : undefined;
  return { ...group, [step]: withValue(before, others, value) };
}

/** Returns the keys of the rows around the value at a path, the outermost first. */
export function rowKeysAt(values: FormValues, path: string): string[] {
  if (!path.includes('[')) return [];
  let holder: unknown = values;
  return stepsOf(path).flatMap((step) => {
    holder = typeof holder === 'object' && holder !== null ? Reflect.get(holder, step) : undefined;
    return typeof step === 'number' ? [String((holder as FormValues | undefined)?._uid ?? '')] : [];
  });
}

/**
 * Returns the path with rows named by their keys, so that it stays the same when rows are added, moved or removed.
 */
export function anchorOf(values: FormValues, path: string): string {
  const steps = stepsOf(path);
  if (steps.every((step) => typeof step === 'string')) return path;
  let holder: unknown = values;
  const keys = steps.map((step) => {
    holder = typeof holder === 'object' && holder !== null ? Reflect.get(holder, step) : undefined;
    return typeof step === 'number' ? [(holder as FormValues | undefined)?._uid] : step;
  });
  return JSON.stringify(keys);
}

/** Returns the current path of such a place; undefined if one of its rows has been removed. */
export function pathOfAnchor(values: FormValues, anchor: string): string | undefined {
  if (!anchor.startsWith('[')) return anchor;
  let holder: unknown = values;
  let path = '';
  for (const step of JSON.parse(anchor) as (string | [unknown])[]) {
    if (typeof step === 'string') {
      holder = typeof holder === 'object' && holder !== null ? Reflect.get(holder, step) : undefined;
      path += path === '' ? step : `.${step}`;
      continue;
    }
    const rows: readonly FormValues[] = Array.isArray(holder) ? holder : [];
    const index = rows.findIndex(({ _uid }) => _uid === step[0]);
    if (index < 0) return undefined;
    holder = rows[index];
    path += `[${index}]`;
  }
  return path;
}

/** Returns the DOM id of a field's control, used by labels, messages and links of the summary. */
export function controlId(prefix: string, path: string): string {
  return `${prefix}-${path}`;
}
