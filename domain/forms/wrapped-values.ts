import { mapValues } from './nested-values.ts';

/**
 * Values of fields marked `x-encryption`, wrapped between browser and server by the key of `generateKey`
 * (S2 §7, docs/decisions/0222).
 */

/** A wrapped value: the nonce and the ciphertext of its JSON. An object, because no field has such a value. */
interface WrappedValue {
  'x-encrypted': string;
}

export type TransferDirection = 'request' | 'answer';

/**
 * Returns the text that is authenticated with a value, so that a value cannot be moved to another field, or
 * sent back as an answer.
 */
export function contextOfValue(direction: TransferDirection, field: string): string {
  return `banjian/form-value/${direction}/${field}`;
}

export function wrappedValueOf(text: string): WrappedValue {
  return { 'x-encrypted': text };
}

function isWrapped(value: object): value is WrappedValue {
  const entries = Object.entries(value);
  return entries.length === 1 && entries[0]?.[0] === 'x-encrypted' && typeof entries[0][1] === 'string';
}

/** The place of a wrapped value inside other data. */
export interface WrappedPlace {
  /** Field of the value: the name of the property, in a list that of the list. */
  field: string;
  text: string;
  /** Replaces the value in its place. */
  replace(value: unknown): void;
}

/** Returns all wrapped values inside data that was read from JSON. */
export function findWrappedValues(data: unknown): WrappedPlace[] {
  const found: WrappedPlace[] = [];
  const visit = (holder: Record<string, unknown>, field: string) => {
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value !== 'object' || value === null) continue;
      const name = Array.isArray(holder) ? field : key;
      if (isWrapped(value)) {
        found.push({
          field: name,
          text: value['x-encrypted'],
          replace: (plain) => {
            holder[key] = plain;
          },
        });
      } else visit(value as Record<string, unknown>, name);
    }
  };
  if (typeof data === 'object' && data !== null) visit(data as Record<string, unknown>, '');
  return found;
}

/** A field with its marking, and those inside it. */
export interface MarkedField {
  id: string;
  encrypted: boolean;
  columns: readonly MarkedField[];
}

/** Changes the values of the marked fields of a content; a field without a value stays without one. */
export function mapMarkedFields(
  fields: readonly MarkedField[],
  content: Record<string, unknown>,
  change: (value: unknown, field: string) => unknown,
): Record<string, unknown> {
  return mapValues(fields, content, ({ id, encrypted }, value) =>
    encrypted && value !== null && value !== '' ? change(value, id) : value,
  );
}
