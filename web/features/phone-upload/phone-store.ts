import { readStored, writeStored } from '#web/api/read-stored.ts';
import { sessionPrefix } from '#web/api/session-storage-prefix.ts';
import type { PhoneState, PickedFile } from './phone-state.ts';
import { storeQueue } from './stored-queue.ts';

const compressKey = `${sessionPrefix}phone-compress`;

/** Creates the store of one upload from a phone for the page that shows it. */
export function createPhoneStore(code: string) {
  let state: PhoneState = {
    step: 'opening',
    form: '',
    field: '',
    rule: { formats: [], maxSize: 0, unit: 'MB', maxCount: 0 },
    deadline: 0,
    compressesPhotos: readStored(compressKey) !== 'false',
    files: [],
  };
  const listeners = new Set<() => void>();

  function change(changes: Partial<PhoneState>): void {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  }

  function changeFiles(update: (file: PickedFile) => PickedFile): void {
    change({ files: state.files.map(update) });
  }

  return {
    read: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change,
    changeFiles,
    changeFile: (key: string, changes: Partial<PickedFile>) =>
      changeFiles((file) => (file.key === key ? { ...file, ...changes } : file)),
    setCompress(compress: boolean): void {
      writeStored(compressKey, String(compress));
      change({ compressesPhotos: compress });
    },
    /** Stores the picked files on the phone, for a page that is loaded again. */
    storeFiles(): void {
      const files = state.files.map(({ key, name, blob, small }) => ({ key, name, blob, small }));
      void storeQueue(code, { files, sending: state.step === 'sending' });
    },
  };
}

export type PhoneStore = ReturnType<typeof createPhoneStore>;
