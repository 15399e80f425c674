import { formKeyRenewalMs } from '#domain/forms/form-key.ts';
import { sessionPrefix } from './session-storage-prefix.ts';

/** The key of `generateKey` in session storage (S2 §7). */
export const formKeyStorage = {
  name: `${sessionPrefix}formKey`,
  /** Returns the stored key; undefined if there is none that is young enough. */
  read(): string | undefined {
    try {
      const stored: unknown = JSON.parse(sessionStorage.getItem(formKeyStorage.name) ?? 'null');
      if (typeof stored !== 'object' || stored === null) return undefined;
      const { key, askedAt } = stored as { key?: unknown; askedAt?: unknown };
      const age = Date.now() - Number(askedAt);
      return typeof key === 'string' && age >= 0 && age < formKeyRenewalMs ? key : undefined;
    } catch {
      return undefined;
    }
  },
};
