import { readStored, writeStored } from '#web/api/read-stored.ts';
import { sessionPrefix } from '#web/api/session-cache.ts';
import type { PhoneState, PickedFile } from './phone-state.ts';
import { keepQueue } from './stored-queue.ts';

const keyOfChoice = `${sessionPrefix}phone-compress`;

/** Holds the state of one upload from a phone for the page that shows it. */
export function createPhoneStore(code: string) {
  let state: PhoneState = {
    phase: 'opening',
    form: '',
    field: '',
    rule: { formats: [], maxSize: 0, unit: 'MB', maxCount: 0 },
    deadline: 0,
    compress: readStored(keyOfChoice) !== 'false',
    files: [],
  };
  const listeners = new Set<() => void>();

  function change(next: Partial<PhoneState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  function changeFiles(next: (file: PickedFile) => PickedFile): void {
    change({ files: state.files.map(next) });
  }

  return {
    read: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change,
    changeFiles,
    changeFile: (key: string, next: Partial<PickedFile>) =>
      changeFiles((file) => (file.key === key ? { ...file, ...next } : file)),
    setCompress(compress: boolean): void {
      writeStored(keyOfChoice, String(compress));
      change({ compress });
    },
    /** Keeps the picked files on the phone, for a page that is loaded again. */
    keep(): void {
      const files = state.files.map(({ key, name, blob, small }) => ({ key, name, blob, small }));
      void keepQueue(code, { files, sending: state.phase === 'sending' });
    },
  };
}

export type PhoneStore = ReturnType<typeof createPhoneStore>;
