import { useEffect } from 'react';
import { readAddress, registerMarkedFields } from '#web/api/form-caller.ts';
import type { OpenForm } from './open-forms.ts';

const firstKeyDelayMs = 1_000;

/** Keeps the key for the marked fields of a form on the screen (S2 §7); a form without such fields needs none. */
export function useFormKey({ form, handle, mode }: OpenForm): void {
  const fields = handle?.store.form.fields;
  const formId = form.id;
  useEffect(() => {
    if (fields === undefined || mode === 'read' || !registerMarkedFields(formId, fields)) return;
    // Without `crypto.subtle`, on a page that is not secure, values travel as they are.
    if (globalThis.crypto?.subtle === undefined) return;
    let stop: (() => void) | undefined;
    let isGone = false;
    // Delays the key by the second in which the page still loads; an earlier submission asks for the key itself.
    const timer = setTimeout(async () => {
      const { keepFormKey } = await import('#web/api/form-key.ts');
      if (!isGone) stop = keepFormKey(readAddress);
    }, firstKeyDelayMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [fields, formId, mode]);
}
