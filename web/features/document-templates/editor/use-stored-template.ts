import { useEffect } from 'react';
import type { ItemDocument } from '#domain/documents/item-document.ts';
import { writeStored } from '#web/api/read-stored.ts';
import { sessionPrefix } from '#web/api/session-storage-prefix.ts';

/** Unsaved content and the version on which it is based, with labels as in the editor. */
interface StoredTemplate {
  over: string;
  document: ItemDocument;
}

const keyOf = (name: string) => `${sessionPrefix}document-template.${name}`;

/** Returns the content typed before a reload, unless the template was saved later. */
export function storedTemplate(name: string, over: string): ItemDocument | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null') as StoredTemplate | null;
    return stored?.over === over ? stored.document : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the typed content across a reload; removes it once it is saved or discarded. */
export function useStoredTemplate(name: string, over: string, document: ItemDocument | undefined): void {
  useEffect(() => {
    if (document === undefined) return sessionStorage.removeItem(keyOf(name));
    const timer = setTimeout(
      () => writeStored(keyOf(name), JSON.stringify({ over, document }), 'sessionStorage'),
      300,
    );
    return () => clearTimeout(timer);
  }, [name, over, document]);
  // Runs when the user leaves after a confirmation; a reload does not run it.
  useEffect(() => () => sessionStorage.removeItem(keyOf(name)), [name]);
}
