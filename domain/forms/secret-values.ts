import { mask } from '../sensitive/masks.ts';
import type { CompiledField } from './compiled-form.ts';
import { innerFields } from './inner-fields.ts';
import { isMaskedPart, type SecretPart } from './kinds/kind.ts';
import { findKind } from './kinds/kinds.ts';
import type { FieldModel } from './model.ts';
import { mapEntries } from './nested-values.ts';

/** The parts of a field that decide how its value is masked. */
type SecretField = Pick<CompiledField, 'maskRule' | 'kind'>;

/** A value that is an object with secret parts. */
type Parts = Readonly<Record<string, unknown>>;

/** Checks whether a reader may get a mask in place of the value of a field, or of parts of it. */
export function isSecret({ maskRule, kind }: SecretField): boolean {
  return maskRule !== undefined || kind.secretParts !== undefined;
}

/** Checks whether a field or a field inside it is secret. */
export function holdsSecret(field: CompiledField): boolean {
  return isSecret(field) || field.columns.some(holdsSecret);
}

/** Checks whether readers get a mask in place of the value of a field of a model, or of parts of it. */
export function isSecretModel(field: FieldModel): boolean {
  const kind = findKind(field['x-component']);
  const isMasked = field['x-secret'] === true && field['show-secret'] !== true;
  return isMasked || kind?.writeOnly === true || kind?.secretParts !== undefined;
}

/** Checks whether a field of a model or a field inside it is secret. */
export function modelHoldsSecret(field: FieldModel): boolean {
  return isSecretModel(field) || innerFields(field).some(modelHoldsSecret);
}

/** Returns a value as expressions read it: null for a secret one, and entries without their secret values. */
export function withoutSecrets(field: CompiledField, value: unknown): unknown {
  if (isSecret(field)) return null;
  if (!holdsSecret(field)) return value;
  const readable = field.columns.filter((column) => !isSecret(column));
  return mapEntries(value, '', (entry) =>
    Object.fromEntries(readable.map((column) => [column.id, withoutSecrets(column, entry[column.id])])),
  );
}

/** Checks whether a value is secret, or has a part that is: an empty one is not. */
export function hasSecret({ maskRule, kind }: SecretField, value: unknown): boolean {
  if (maskRule !== undefined) return typeof value === 'string' && value !== '';
  return secretTexts(kind.secretParts, value).length > 0;
}

/**
 * Returns the value as a reader without a right to it gets it; a value with nothing secret is returned unchanged.
 * In a document the parts that are printed in full stay unmasked.
 */
export function maskOf(
  { maskRule, kind }: SecretField,
  value: unknown,
  { isPrinted = false }: { isPrinted?: boolean } = {},
): unknown {
  if (maskRule !== undefined)
    return typeof value === 'string' && value !== '' ? mask(maskRule, value) : value;
  return mapParts(kind.secretParts, value, (text, part) =>
    isPrinted && part.isPrinted ? text : part.mask(text),
  );
}

/** Checks whether a sent value is a mask, or has a part that is one. */
export function isMask(field: SecretField, sent: unknown): boolean {
  const { maskRule, kind } = field;
  if (maskRule !== undefined)
    return typeof sent === 'string' && sent.includes('*') && mask(maskRule, sent) === sent;
  return secretTexts(kind.secretParts, sent).some(([, text, part]) => isMaskedPart(part, text));
}

/** Returns the sent value with each mask replaced by the first of the values that has this mask. */
export function unmask({ maskRule, kind }: SecretField, sent: unknown, values: readonly unknown[]): unknown {
  if (maskRule !== undefined) {
    const original = values.find(
      (value) => typeof value === 'string' && value !== '' && sent === mask(maskRule, value),
    );
    return original ?? sent;
  }
  return mapParts(kind.secretParts, sent, (text, part, id) => {
    const original = textsOf(values, id).find((known) => part.mask(known) === text);
    return original ?? text;
  });
}

/** Checks whether a value still contains a mask that none of the known values contains: its value is lost. */
export function isUnresolvedMask(
  field: SecretField,
  sent: unknown,
  knownValues: readonly unknown[],
): boolean {
  if (field.maskRule !== undefined) return isMask(field, sent) && !knownValues.includes(sent);
  return secretTexts(field.kind.secretParts, sent).some(
    ([id, text, part]) => isMaskedPart(part, text) && !textsOf(knownValues, id).includes(text),
  );
}

/**
 * Returns a value that this person typed as they may see it again: what is in one of the known values stays masked.
 * `isMasked` tells whether anything is.
 */
export function maskKnown(
  field: SecretField,
  value: unknown,
  knownValues: readonly unknown[],
): { value: unknown; isMasked: boolean } {
  if (field.maskRule !== undefined) {
    const isMasked = knownValues.includes(value);
    return { value: isMasked ? maskOf(field, value) : value, isMasked };
  }
  let isMasked = false;
  const shown = mapParts(field.kind.secretParts, value, (text, part, id) => {
    if (!textsOf(knownValues, id).includes(text)) return text;
    isMasked = true;
    return part.mask(text);
  });
  return { value: shown, isMasked };
}

/** Returns the filled secret parts of a value, each with its id. */
function secretTexts(
  parts: Readonly<Record<string, SecretPart>> | undefined,
  value: unknown,
): [id: string, text: string, part: SecretPart][] {
  if (parts === undefined || !isParts(value)) return [];
  return Object.entries(parts).flatMap(([id, part]): [string, string, SecretPart][] => {
    const text = value[id];
    return typeof text === 'string' && text !== '' ? [[id, text, part]] : [];
  });
}

function mapParts(
  parts: Readonly<Record<string, SecretPart>> | undefined,
  value: unknown,
  change: (text: string, part: SecretPart, id: string) => string,
): unknown {
  const changed = secretTexts(parts, value).map(([id, text, part]) => [id, change(text, part, id)] as const);
  return changed.length === 0 ? value : { ...(value as Parts), ...Object.fromEntries(changed) };
}

/** Returns the texts that some values have in one part. */
function textsOf(values: readonly unknown[], id: string): string[] {
  return values.flatMap((value) => {
    const text = isParts(value) ? value[id] : undefined;
    return typeof text === 'string' && text !== '' ? [text] : [];
  });
}

function isParts(value: unknown): value is Parts {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
