import { interfaceLimits } from '../interfaces/limits.ts';
import { FieldAccess } from './authority.ts';
import type { CompiledField } from './compiled-form.ts';
import type { InterfaceUse } from './field-interfaces.ts';
import { comparedValue, type FieldState, readValue } from './field-state.ts';

/** Values of the parameters that an interface reads from fields, by the ids of the fields. */
export type InterfaceParameters = Readonly<Record<string, string>>;

/** A field that an interface reads, with its value after authority and linkage. */
export interface ReadField {
  field: CompiledField;
  value: unknown;
}

/**
 * Returns a field as an interface reads it; undefined if it is not there. One that the person does not see counts
 * with its stored value, like in conditions.
 */
export function fieldToRead(
  field: CompiledField | undefined,
  state: FieldState | undefined,
  stored: unknown,
): ReadField | undefined {
  if (!field || !state) return undefined;
  const isConcealed = state.access === FieldAccess.hidden && !state.isHiddenByLinkage;
  return { field, value: isConcealed ? readValue(field, stored) : state.value };
}

/** Returns the parameters of an interface; an empty field is an empty text, as browser and server read it. */
export function parametersOf(
  { reads }: Pick<InterfaceUse, 'reads'>,
  find: (id: string) => ReadField | undefined,
): InterfaceParameters {
  return Object.fromEntries(
    reads.map((id) => {
      const found = find(id);
      return [id, found ? parameterText(found) : ''];
    }),
  );
}

/** Returns the titles of the fields that must be filled in before the interface can be asked. */
export function missingParameters(
  { reads }: Pick<InterfaceUse, 'reads'>,
  find: (id: string) => ReadField | undefined,
): string[] {
  return reads.flatMap((id) => {
    const found = find(id);
    return found === undefined || parameterText(found) !== '' ? [] : [found.field.title];
  });
}

function parameterText({ field, value }: ReadField): string {
  return textOf(comparedValue(field, value)).slice(0, interfaceLimits.paramLength);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim().toWellFormed();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (!Array.isArray(value)) return '';
  // The last part of a region names it; organisations and choices are named one after the other.
  if (value.some(hasCode)) return textOf(value.at(-1)?.code);
  return value.map((entry) => textOf(isNamed(entry) ? entry.id : entry)).join(',');
}

function hasCode(entry: unknown): entry is { code: unknown } {
  return typeof entry === 'object' && entry !== null && 'code' in entry;
}

function isNamed(entry: unknown): entry is { id: unknown } {
  return typeof entry === 'object' && entry !== null && 'id' in entry;
}
