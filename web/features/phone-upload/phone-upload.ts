import { moveItem } from '#domain/lists/move-item.ts';
import { isCallError } from '#web/api/call-error.ts';
import { randomKey } from '#web/api/random-key.ts';
import { isPhoto } from './compress-photo.ts';
import type { PhoneCalls } from './phone-calls.ts';
import { nameOfPicked, type PickedFile } from './phone-state.ts';
import { createPhoneStore } from './phone-store.ts';
import { createSending } from './send-files.ts';
import { deleteQueues, readQueue } from './stored-queue.ts';

const expiredCode = 41001;
const alreadyUsedCode = 40941;

/**
 * Makes a photo smaller. The code for it loads with the first photo; without it photos are sent unchanged.
 */
async function loadAndCompress(photo: Blob): Promise<Blob | undefined> {
  try {
    const { compressInWorker } = await import('./compress.ts');
    return await compressInWorker(photo);
  } catch {
    return undefined;
  }
}

/** Runs one upload from a phone: the selected files, their order, and their transfer to the desktop (S0 §4). */
export function createPhoneUpload(code: string, calls: PhoneCalls) {
  const store = createPhoneStore(code);
  const { change, changeFile, storeFiles, read } = store;
  const sending = createSending(store, calls, { endIfCodeInvalid, finish });
  let expiry: ReturnType<typeof setTimeout> | undefined;

  /** Ends the upload and deletes everything stored on this phone. */
  function finish(phase: 'expired' | 'alreadyUsed' | 'done'): void {
    clearTimeout(expiry);
    sending.stop();
    void deleteQueues();
    change(phase === 'done' ? { step: phase } : { step: phase, files: [] });
  }

  /**
   * Ends the upload and returns true if the failure says that the code is no longer valid; the caller reports
   * any other failure.
   */
  function endIfCodeInvalid(failure: unknown): boolean {
    if (!isCallError(failure) || (failure.errcode !== expiredCode && failure.errcode !== alreadyUsedCode))
      return false;
    finish(failure.errcode === expiredCode ? 'expired' : 'alreadyUsed');
    return true;
  }

  async function open(): Promise<void> {
    change({ step: 'opening' });
    try {
      const details = await calls.open();
      const { form, field, formats, maxSizeMb, maxCount, secondsLeft } = details;
      const rule = { formats, maxSize: maxSizeMb, unit: 'MB', maxCount } as const;
      change({ form, field, rule, deadline: Date.now() + secondsLeft * 1000 });
      clearTimeout(expiry);
      expiry = setTimeout(() => finish('expired'), secondsLeft * 1000);
      const storedQueue = await readQueue(code);
      const sent = new Set(details.rows.filter((row) => row.sent).map(({ key }) => key));
      const files = (storedQueue?.files ?? []).map((file): PickedFile => {
        const status = sent.has(file.key) ? 'sent' : 'picked';
        return { ...file, isCompressing: false, status, percent: 0 };
      });
      change({ files, step: 'choosing' });
      if (storedQueue?.sending && files.length > 0) void sending.sendAll();
    } catch (failure) {
      if (!endIfCodeInvalid(failure)) change({ step: 'unreachable' });
    }
  }

  async function add(blobs: readonly File[]): Promise<void> {
    const { field, files } = read();
    const newFiles = blobs.map((blob, index): PickedFile => {
      const name = nameOfPicked(blob.name, field, files.length + index + 1);
      return { key: randomKey(), name, blob, isCompressing: isPhoto(blob), status: 'picked', percent: 0 };
    });
    change({ files: [...files, ...newFiles] });
    for (const { key, blob, isCompressing } of newFiles) {
      if (isCompressing) changeFile(key, { small: await loadAndCompress(blob), isCompressing: false });
    }
    if (read().step === 'choosing') storeFiles();
  }

  function remove(key: string): void {
    change({ files: read().files.filter((file) => file.key !== key) });
    storeFiles();
  }

  function cancel(key: string): void {
    sending.abort(key);
    remove(key);
    if (read().files.length === 0) cancelAll();
    else if (!sending.isRunning()) void sending.sendAgain();
  }

  function cancelAll(): void {
    sending.stop();
    const toPicked = (file: PickedFile): PickedFile =>
      file.status === 'sent' ? file : { ...file, status: 'picked', percent: 0, problem: undefined };
    change({ step: 'choosing', files: read().files.map(toPicked) });
    storeFiles();
  }

  return {
    subscribe: store.subscribe,
    read,
    open,
    add,
    remove,
    move: (from: number, to: number) => {
      change({ files: moveItem(read().files, from, to) });
      storeFiles();
    },
    setCompress: store.setCompress,
    submit: () => void sending.sendAll(),
    /** Submits the sent files; refused or unsent files are skipped. */
    submitSent: () => {
      change({ files: read().files.filter(({ status }) => status === 'sent') });
      void sending.sendAll();
    },
    retry: () => void sending.sendAgain(),
    cancel,
    cancelAll,
    /** Called when the page is visible again or the network is back. */
    resume: () => {
      if (read().step === 'unreachable') void open();
      else sending.resume();
    },
  };
}

export type PhoneUpload = ReturnType<typeof createPhoneUpload>;
