import type { CompiledField, CompiledForm } from '#domain/forms/compiled-form.ts';
import type { Crypto } from '#server/context/crypto.ts';

/** A field marked `x-encryption`, as it rests in the database. */
interface SealedValue {
  sealed: string;
}

function isSealedValue(value: unknown): value is SealedValue {
  return typeof value === 'object' && value !== null && 'sealed' in value && typeof value.sealed === 'string';
}

type Content = Record<string, unknown>;

function mapEncrypted(
  fields: readonly CompiledField[],
  content: Content,
  change: (value: unknown) => unknown,
): Content {
  const changed: Content = { ...content };
  for (const field of fields) {
    const value = content[field.id];
    if (value === undefined || value === null) continue;
    if (field.encrypted) changed[field.id] = change(value);
    else if (field.columns.some((column) => column.encrypted) && Array.isArray(value)) {
      changed[field.id] = value.map((row) => mapEncrypted(field.columns, row as Content, change));
    }
  }
  return changed;
}

/** Content ready for the database: what the form marks as encrypted is sealed. */
export function sealContent(form: CompiledForm, content: Content, crypto: Crypto): Content {
  return mapEncrypted(form.fields, content, (value) =>
    isSealedValue(value) ? value : { sealed: crypto.seal(JSON.stringify(value)) },
  );
}

/** Content as people and rules read it. */
export function openContent(form: CompiledForm, content: Content, crypto: Crypto): Content {
  return mapEncrypted(form.fields, content, (value) =>
    isSealedValue(value) ? JSON.parse(crypto.open(value.sealed)) : value,
  );
}
