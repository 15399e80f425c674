import { isCallError } from '#web/api/call-error.ts';
import type { PhoneCalls } from './phone-calls.ts';
import { acceptedFiles, fileToSend, type PhoneState, type PickedFile } from './phone-state.ts';
import type { PhoneStore } from './phone-store.ts';

const storageFull = 50701;
const brokenText = '网络中断，没有送达';
/** Waits before what broke off is tried again by itself; a press of 重试 does not wait. */
const pausesMs = [3_000, 6_000, 12_000, 30_000];

/** Checks that the connection was broken, not the file refused. */
const isBroken = (failure: unknown) =>
  !isCallError(failure) || failure.outcomeUnknown || failure.errcode === 429;

/** Checks that the server's disk is full for now, until an operator frees space. */
const isFull = (failure: unknown) => isCallError(failure) && failure.errcode === storageFull;

const planOf = (state: PhoneState) =>
  state.files.map((file) => {
    const { key, name, size } = fileToSend(file, state);
    return { key, name, size };
  });

interface Ending {
  /** Ends the upload, where the failure ends its code, and returns true then. */
  ends: (failure: unknown) => boolean;
  finish: (phase: 'done') => void;
}

/** Sends the picked files to the desk, one after the other, and again after a pause where the network broke. */
export function createSending(store: PhoneStore, calls: PhoneCalls, { ends, finish }: Ending) {
  let inFlight: { key: string; abort: AbortController } | undefined;
  let running = false;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isSending = () => store.read().phase === 'sending';
  const isAllSent = () => {
    const { files } = store.read();
    return files.length > 0 && files.every(({ status }) => status === 'sent');
  };

  async function sendAll(): Promise<void> {
    if (running) return;
    running = true;
    clearTimeout(timer);
    const mark = (file: PickedFile): PickedFile =>
      file.status === 'sent' ? file : { ...file, status: 'waiting', percent: 0, problem: undefined };
    const accepted = acceptedFiles(store.read());
    const bytes = accepted
      .filter(({ status }) => status === 'sent')
      .reduce((sum, { blob }) => sum + blob.size, 0);
    // Files that the place does not take are left behind.
    store.change({ phase: 'sending', files: accepted.map(mark), began: { at: Date.now(), bytes } });
    store.keep();
    try {
      const { rows, refused } = await calls.plan(planOf(store.read()));
      for (const { key, message } of refused)
        store.changeFile(key, { status: 'failed', problem: message, again: false });
      for (const { key, sent } of rows) if (sent) store.changeFile(key, { status: 'sent', percent: 100 });
      await sendWaiting();
      if (isSending() && isAllSent()) {
        // One that was taken back on the way is still awaited.
        if (store.read().files.length < rows.length) await calls.plan(planOf(store.read()));
        await calls.submit();
        finish('done');
      }
    } catch (failure) {
      if (!ends(failure) && isSending()) interrupt(failure);
    } finally {
      running = false;
    }
    if (isSending()) retryLater();
  }

  async function sendWaiting(): Promise<void> {
    for (;;) {
      const next = store.read().files.find(({ status }) => status === 'waiting');
      if (!next || !isSending()) return;
      const { key } = next;
      inFlight = { key, abort: new AbortController() };
      store.changeFile(key, { status: 'sending', percent: 0 });
      try {
        await calls.send(fileToSend(next, store.read()), inFlight.abort.signal, (percent) =>
          store.changeFile(key, { percent }),
        );
        store.changeFile(key, { status: 'sent', percent: 100 });
        tries = 0;
      } catch (failure) {
        if (ends(failure) || !isSending()) return;
        const isBrokenOff = isBroken(failure);
        const problem = isBrokenOff ? brokenText : (failure as Error).message;
        store.changeFile(key, { status: 'failed', problem, again: isBrokenOff || isFull(failure) });
      } finally {
        inFlight = undefined;
      }
    }
  }

  /** Nothing could even be asked for: all that waits has failed alike. */
  function interrupt(failure: unknown): void {
    const again = isBroken(failure);
    const failed = {
      status: 'failed',
      problem: again ? brokenText : (failure as Error).message,
      again,
    } as const;
    store.changeFiles((file) => (file.status === 'sent' ? file : { ...file, ...failed }));
  }

  function retryLater(): void {
    // All sent, and yet not submitted: the last answer was lost.
    if (!isAllSent() && !store.read().files.some(({ again, status }) => status === 'failed' && again)) return;
    clearTimeout(timer);
    timer = setTimeout(resume, pausesMs[Math.min(tries++, pausesMs.length - 1)]);
  }

  async function sendAgain(): Promise<void> {
    if (running) return;
    // Refused files stay refused; only interrupted ones go again.
    if (store.read().files.some(({ status, again }) => status !== 'sent' && !again && status === 'failed')) {
      await sendInterrupted();
    } else await sendAll();
  }

  async function sendInterrupted(): Promise<void> {
    running = true;
    store.changeFiles((file) =>
      file.status === 'failed' && file.again
        ? { ...file, status: 'waiting', percent: 0, problem: undefined }
        : file,
    );
    try {
      await sendWaiting();
    } finally {
      running = false;
    }
    if (isSending()) retryLater();
  }

  /** Goes on with a sending that broke off, while the page is seen. */
  function resume(): void {
    if (isSending() && document.visibilityState === 'visible') void sendAgain();
  }

  return {
    sendAll,
    sendAgain,
    resume,
    isRunning: () => running,
    /** Breaks off the file with this key, if it is on its way. */
    abort(key: string): void {
      if (inFlight?.key === key) inFlight.abort.abort();
    },
    stop(): void {
      clearTimeout(timer);
      inFlight?.abort.abort();
    },
  };
}
