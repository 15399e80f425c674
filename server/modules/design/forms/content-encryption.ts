import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import { mapValues } from '#domain/forms/nested-values.ts';
import type { Crypto } from '#server/kernel/crypto/crypto.ts';

/** A field marked `x-encryption`, as stored. */
interface EncryptedValue {
  sealed: string;
}

function isEncryptedValue(value: unknown): value is EncryptedValue {
  return typeof value === 'object' && value !== null && 'sealed' in value && typeof value.sealed === 'string';
}

type Content = Record<string, unknown>;

/** Returns the content for the database: values that the form marks as encrypted are encrypted, each by itself. */
export function encryptContent(form: CompiledForm, content: Content, crypto: Crypto): Content {
  return mapValues(form.fields, content, ({ encrypted }, value) =>
    encrypted && value !== null && !isEncryptedValue(value)
      ? { sealed: crypto.seal(JSON.stringify(value)) }
      : value,
  );
}

/**
 * Returns the decrypted content; every encrypted value is decrypted, even if the form no longer requires
 * encryption. A group is never encrypted as a whole: it may have a field with the name of the mark.
 */
export function decryptContent(form: CompiledForm, content: Content, crypto: Crypto): Content {
  return mapValues(form.fields, content, ({ kind }, value) =>
    kind.nests !== 'group' && isEncryptedValue(value) ? JSON.parse(crypto.open(value.sealed, 'form')) : value,
  );
}
