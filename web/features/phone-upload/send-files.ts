import { isCallError } from '#web/api/call-error.ts';
import type { PhoneCalls } from './phone-calls.ts';
import { acceptedFiles, fileToSend, type PhoneState, type PickedFile } from './phone-state.ts';
import type { PhoneStore } from './phone-store.ts';

const storageFull = 50701;
const connectionErrorText = '网络中断，没有送达';
/** Pauses before an interrupted upload is tried again automatically; a press of 重试 does not wait. */
const retryPausesMs = [3_000, 6_000, 12_000, 30_000];

/** Checks that the connection was broken and the file was not refused. */
const isConnectionFailure = (failure: unknown) =>
  !isCallError(failure) || failure.outcomeUnknown || failure.errcode === 429;

/** Checks that the server's disk is full until an operator frees space. */
const isStorageFull = (failure: unknown) => isCallError(failure) && failure.errcode === storageFull;

const planOf = (state: PhoneState) =>
  state.files.map((file) => {
    const { key, name, size } = fileToSend(file, state);
    return { key, name, size };
  });

interface EndFunctions {
  /** Ends the upload and returns true if the failure says that the code is no longer valid. */
  endIfCodeInvalid: (failure: unknown) => boolean;
  finish: (phase: 'done') => void;
}

/**
 * Creates the functions that send the picked files to the desktop, one after the other, and again after a pause if the
 * network broke.
 */
export function createSending(
  store: PhoneStore,
  calls: PhoneCalls,
  { endIfCodeInvalid, finish }: EndFunctions,
) {
  let currentUpload: { key: string; abort: AbortController } | undefined;
  let isRunning = false;
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isSending = () => store.read().step === 'sending';
  const isAllSent = () => {
    const { files } = store.read();
    return files.length > 0 && files.every(({ status }) => status === 'sent');
  };

  async function sendAll(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    clearTimeout(timer);
    const toWaiting = (file: PickedFile): PickedFile =>
      file.status === 'sent' ? file : { ...file, status: 'waiting', percent: 0, problem: undefined };
    const filesToSend = acceptedFiles(store.read());
    const bytes = filesToSend
      .filter(({ status }) => status === 'sent')
      .reduce((sum, { blob }) => sum + blob.size, 0);
    // Files that the form field does not accept are left out.
    store.change({
      step: 'sending',
      files: filesToSend.map(toWaiting),
      sendingStart: { at: Date.now(), bytes },
    });
    store.storeFiles();
    try {
      const { rows, refused } = await calls.plan(planOf(store.read()));
      for (const { key, message } of refused)
        store.changeFile(key, { status: 'failed', problem: message, retriable: false });
      for (const { key, sent } of rows) if (sent) store.changeFile(key, { status: 'sent', percent: 100 });
      await sendWaiting();
      if (isSending() && isAllSent()) {
        // The server still expects a file that was cancelled during its upload.
        if (store.read().files.length < rows.length) await calls.plan(planOf(store.read()));
        await calls.submit();
        finish('done');
      }
    } catch (failure) {
      if (!endIfCodeInvalid(failure) && isSending()) markUnsentAsFailed(failure);
    } finally {
      isRunning = false;
    }
    if (isSending()) retryLater();
  }

  async function sendWaiting(): Promise<void> {
    for (;;) {
      const nextFile = store.read().files.find(({ status }) => status === 'waiting');
      if (!nextFile || !isSending()) return;
      const { key } = nextFile;
      currentUpload = { key, abort: new AbortController() };
      store.changeFile(key, { status: 'sending', percent: 0 });
      try {
        await calls.send(fileToSend(nextFile, store.read()), currentUpload.abort.signal, (percent) =>
          store.changeFile(key, { percent }),
        );
        store.changeFile(key, { status: 'sent', percent: 100 });
        attempts = 0;
      } catch (failure) {
        if (endIfCodeInvalid(failure) || !isSending()) return;
        const isInterrupted = isConnectionFailure(failure);
        const problem = isInterrupted ? connectionErrorText : (failure as Error).message;
        store.changeFile(key, {
          status: 'failed',
          problem,
          retriable: isInterrupted || isStorageFull(failure),
        });
      } finally {
        currentUpload = undefined;
      }
    }
  }

  /** Marks all unsent files as failed, because the plan could not be sent. */
  function markUnsentAsFailed(failure: unknown): void {
    const isRetriable = isConnectionFailure(failure);
    const failedState = {
      status: 'failed',
      problem: isRetriable ? connectionErrorText : (failure as Error).message,
      retriable: isRetriable,
    } as const;
    store.changeFiles((file) => (file.status === 'sent' ? file : { ...file, ...failedState }));
  }

  function retryLater(): void {
    // All files are sent, but not submitted: the last response was lost.
    if (!isAllSent() && !store.read().files.some(({ retriable, status }) => status === 'failed' && retriable))
      return;
    clearTimeout(timer);
    timer = setTimeout(resume, retryPausesMs[Math.min(attempts++, retryPausesMs.length - 1)]);
  }

  async function sendAgain(): Promise<void> {
    if (isRunning) return;
    // Refused files stay refused; only interrupted ones are sent again.
    if (
      store
        .read()
        .files.some(({ status, retriable }) => status !== 'sent' && !retriable && status === 'failed')
    ) {
      await sendInterrupted();
    } else await sendAll();
  }

  async function sendInterrupted(): Promise<void> {
    isRunning = true;
    store.changeFiles((file) =>
      file.status === 'failed' && file.retriable
        ? { ...file, status: 'waiting', percent: 0, problem: undefined }
        : file,
    );
    try {
      await sendWaiting();
    } finally {
      isRunning = false;
    }
    if (isSending()) retryLater();
  }

  /** Continues an interrupted upload while the page is visible. */
  function resume(): void {
    if (isSending() && document.visibilityState === 'visible') void sendAgain();
  }

  return {
    sendAll,
    sendAgain,
    resume,
    isRunning: () => isRunning,
    /** Cancels the upload of the file with this key, if it is being sent. */
    abort(key: string): void {
      if (currentUpload?.key === key) currentUpload.abort.abort();
    },
    stop(): void {
      clearTimeout(timer);
      currentUpload?.abort.abort();
    },
  };
}
