import { useCallback, useMemo, useRef, useState } from 'react';
import { type StoredFile, upload } from '#domain/forms/kinds/upload/upload.ts';
import { writeStored } from '#web/api/read-stored.ts';
import { sessionPrefix } from '#web/api/session-storage-prefix.ts';
import { pageOwnerId } from '#web/api/session-token.ts';

/** Files for a submission. */
export interface AttachedFiles {
  list: readonly StoredFile[];
  /** Returns the current files, for an upload that began earlier. */
  currentFiles(): readonly StoredFile[];
  add(file: StoredFile): void;
  remove(id: string): void;
  /** True while a file is being uploaded. */
  busy: boolean;
  setBusy(busy: boolean): void;
  clear(): void;
}

/**
 * Holds files uploaded for one purpose; they stay in the tab's storage until the purpose is done, so that
 * none is lost.
 */
export function useAttachedFiles(name: string): AttachedFiles {
  const key = `${sessionPrefix}files.${pageOwnerId()}.${name}`;
  const [list, setList] = useState(() => storedFiles(key));
  const [busy, setBusy] = useState(false);
  const current = useRef(list);
  const change = useCallback(
    (files: readonly StoredFile[]) => {
      current.current = files;
      setList(files);
      if (files.length === 0) sessionStorage.removeItem(key);
      else writeStored(key, JSON.stringify(files), 'sessionStorage');
    },
    [key],
  );
  return useMemo(
    () => ({
      list,
      currentFiles: () => current.current,
      add: (file) => change([...current.current, file]),
      remove: (id) => change(current.current.filter((file) => file.id !== id)),
      busy,
      setBusy,
      clear: () => change([]),
    }),
    [list, busy, change],
  );
}

function storedFiles(key: string): readonly StoredFile[] {
  try {
    return upload.normalise(JSON.parse(sessionStorage.getItem(key) ?? '[]')) ?? [];
  } catch {
    return [];
  }
}
