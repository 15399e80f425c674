import type { CompiledField, CompiledForm } from '#domain/forms/compiled-form.ts';
import type { Crypto } from '#server/kernel/crypto/crypto.ts';

/** A field marked `x-encryption`, as stored. */
interface EncryptedValue {
  sealed: string;
}

function isEncryptedValue(value: unknown): value is EncryptedValue {
  return typeof value === 'object' && value !== null && 'sealed' in value && typeof value.sealed === 'string';
}

type Content = Record<string, unknown>;

/** Changes the values of the fields for which `isAffected` is true, in tables row by row. */
function mapFields(
  fields: readonly CompiledField[],
  content: Content,
  isAffected: (field: CompiledField) => boolean,
  change: (value: unknown) => unknown,
): Content {
  const changed: Content = { ...content };
  for (const field of fields) {
    const value = content[field.id];
    if (value === undefined || value === null) continue;
    if (isAffected(field)) changed[field.id] = change(value);
    else if (field.columns.some(isAffected) && Array.isArray(value)) {
      changed[field.id] = value.map((row) => mapFields(field.columns, row as Content, isAffected, change));
    }
  }
  return changed;
}

/**
 * Returns the content for the database: fields that the form marks as encrypted are encrypted, in tables row
 * by row.
 */
export function encryptContent(form: CompiledForm, content: Content, crypto: Crypto): Content {
  const encrypt = (value: unknown) =>
    isEncryptedValue(value) ? value : { sealed: crypto.seal(JSON.stringify(value)) };
  return mapFields(form.fields, content, ({ encrypted }) => encrypted, encrypt);
}

/**
 * Returns the decrypted content; every encrypted value is decrypted, even if the form no longer requires
 * encryption.
 */
export function decryptContent(form: CompiledForm, content: Content, crypto: Crypto): Content {
  const decrypt = (value: unknown) =>
    isEncryptedValue(value) ? JSON.parse(crypto.open(value.sealed, 'form')) : value;
  return mapFields(form.fields, content, ({ columns }) => columns.length === 0, decrypt);
}
