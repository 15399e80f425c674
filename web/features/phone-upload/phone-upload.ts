import { moved } from '#domain/lists/moved.ts';
import { isCallError } from '#web/api/call-error.ts';
import { randomKey } from '#web/api/random-key.ts';
import { keepStored, readStored } from '#web/api/read-stored.ts';
import { sessionPrefix } from '#web/api/session-cache.ts';
import { dropQueues, keepQueue, readQueue } from './kept-queue.ts';
import type { PhoneCalls } from './phone-calls.ts';
import { acceptedOf, nameOfPicked, type PhoneState, type Picked, sentOf } from './phone-state.ts';
import { isPhoto } from './shrink-picture.ts';

const expired = 41001;
const taken = 40941;
const storageFull = 50701;
const keyOfChoice = `${sessionPrefix}phone-compress`;
const brokenText = '网络中断，没有送达';
/** Pauses before a broken upload is retried automatically; pressing 重试 does not wait. */
const pausesMs = [3_000, 6_000, 12_000, 30_000];

/** Checks that the connection was broken, not the file refused. */
const isBroken = (failure: unknown) =>
  !isCallError(failure) || failure.outcomeUnknown || failure.errcode === 429;

/** Checks that the server's disk is full, until an operator frees space. */
const isFull = (failure: unknown) => isCallError(failure) && failure.errcode === storageFull;

const planOf = (state: PhoneState) =>
  state.files.map((file) => {
    const { key, name, size } = sentOf(file, state);
    return { key, name, size };
  });

/**
 * Makes a photo smaller. The code for it loads with the first photo; without it photos are sent unchanged.
 */
async function shrunk(photo: Blob): Promise<Blob | undefined> {
  try {
    const { shrink } = await import('./shrink.ts');
    return await shrink(photo);
  } catch {
    return undefined;
  }
}

/** Runs one upload from a phone: the chosen files, their order, and their transfer to the desktop (S0 §4). */
export function createPhoneUpload(code: string, calls: PhoneCalls) {
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
  let inFlight: { key: string; abort: AbortController } | undefined;
  let running = false;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let expiry: ReturnType<typeof setTimeout> | undefined;

  function change(next: Partial<PhoneState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }
  const changeFile = (key: string, next: Partial<Picked>) =>
    change({ files: state.files.map((file) => (file.key === key ? { ...file, ...next } : file)) });

  function keep(): void {
    const files = state.files.map(({ key, name, blob, small }) => ({ key, name, blob, small }));
    void keepQueue(code, { files, sending: state.phase === 'sending' });
  }

  /** Ends the upload and deletes everything stored on this phone. */
  function finish(phase: 'gone' | 'taken' | 'done'): void {
    clearTimeout(timer);
    clearTimeout(expiry);
    inFlight?.abort.abort();
    void dropQueues();
    change(phase === 'done' ? { phase } : { phase, files: [] });
  }

  /**
   * Ends the upload if the failure ends the code, and then returns true; any other failure is reported by the
   * caller.
   */
  function ends(failure: unknown): boolean {
    if (!isCallError(failure) || (failure.errcode !== expired && failure.errcode !== taken)) return false;
    finish(failure.errcode === expired ? 'gone' : 'taken');
    return true;
  }

  async function open(): Promise<void> {
    change({ phase: 'opening' });
    try {
      const place = await calls.open();
      const { form, field, formats, maxSizeMb, maxCount, secondsLeft } = place;
      const rule = { formats, maxSize: maxSizeMb, unit: 'MB', maxCount } as const;
      change({ form, field, rule, deadline: Date.now() + secondsLeft * 1000 });
      clearTimeout(expiry);
      expiry = setTimeout(() => finish('gone'), secondsLeft * 1000);
      const kept = await readQueue(code);
      const sent = new Set(place.rows.filter((row) => row.sent).map(({ key }) => key));
      const files = (kept?.files ?? []).map((file): Picked => {
        const status = sent.has(file.key) ? 'sent' : 'picked';
        return { ...file, shrinking: false, status, percent: 0 };
      });
      change({ files, phase: 'choosing' });
      if (kept?.sending && files.length > 0) void sendAll();
    } catch (failure) {
      if (!ends(failure)) change({ phase: 'unreached' });
    }
  }

  async function add(blobs: readonly File[]): Promise<void> {
    const added = blobs.map((blob, index): Picked => {
      const name = nameOfPicked(blob.name, state.field, state.files.length + index + 1);
      return { key: randomKey(), name, blob, shrinking: isPhoto(blob), status: 'picked', percent: 0 };
    });
    change({ files: [...state.files, ...added] });
    for (const { key, blob, shrinking } of added) {
      if (shrinking) changeFile(key, { small: await shrunk(blob), shrinking: false });
    }
    if (state.phase === 'choosing') keep();
  }

  function remove(key: string): void {
    change({ files: state.files.filter((file) => file.key !== key) });
    keep();
  }

  async function sendAll(): Promise<void> {
    if (running) return;
    running = true;
    clearTimeout(timer);
    const mark = (file: Picked): Picked =>
      file.status === 'sent' ? file : { ...file, status: 'waiting', percent: 0, fault: undefined };
    const accepted = acceptedOf(state);
    const bytes = accepted
      .filter(({ status }) => status === 'sent')
      .reduce((sum, { blob }) => sum + blob.size, 0);
    // Files that are not accepted are skipped.
    change({ phase: 'sending', files: accepted.map(mark), began: { at: Date.now(), bytes } });
    keep();
    try {
      const { rows, refused } = await calls.plan(planOf(state));
      for (const { key, message } of refused)
        changeFile(key, { status: 'failed', fault: message, again: false });
      for (const { key, sent } of rows) if (sent) changeFile(key, { status: 'sent', percent: 100 });
      await sendWaiting();
      if (isSending() && state.files.length > 0 && state.files.every(({ status }) => status === 'sent')) {
        // The server still expects a file that was removed during the upload, so it gets a new list.
        if (state.files.length < rows.length) await calls.plan(planOf(state));
        await calls.submit();
        finish('done');
      }
    } catch (failure) {
      if (!ends(failure) && isSending()) breakOff(failure);
    } finally {
      running = false;
    }
    if (isSending()) tryLater();
  }

  const isSending = () => state.phase === 'sending';

  async function sendWaiting(): Promise<void> {
    for (;;) {
      const next = state.files.find(({ status }) => status === 'waiting');
      if (!next || !isSending()) return;
      const { key } = next;
      inFlight = { key, abort: new AbortController() };
      changeFile(key, { status: 'sending', percent: 0 });
      try {
        await calls.send(sentOf(next, state), inFlight.abort.signal, (percent) =>
          changeFile(key, { percent }),
        );
        changeFile(key, { status: 'sent', percent: 100 });
        tries = 0;
      } catch (failure) {
        if (ends(failure) || !isSending()) return;
        const isBrokenOff = isBroken(failure);
        const problem = isBrokenOff ? brokenText : (failure as Error).message;
        changeFile(key, { status: 'failed', fault: problem, again: isBrokenOff || isFull(failure) });
      } finally {
        inFlight = undefined;
      }
    }
  }

  /** Marks all waiting files as failed, because the request before them failed. */
  function breakOff(failure: unknown): void {
    const again = isBroken(failure);
    const failed = {
      status: 'failed',
      fault: again ? brokenText : (failure as Error).message,
      again,
    } as const;
    change({ files: state.files.map((file) => (file.status === 'sent' ? file : { ...file, ...failed })) });
  }

  function tryLater(): void {
    // All files are sent but not submitted: the last answer was lost.
    const isSent = state.files.length > 0 && state.files.every(({ status }) => status === 'sent');
    if (!isSent && !state.files.some(({ again, status }) => status === 'failed' && again)) return;
    clearTimeout(timer);
    timer = setTimeout(goOn, pausesMs[Math.min(tries++, pausesMs.length - 1)]);
  }

  /** Continues when the phone wakes up, or has a network again. */
  function goOn(): void {
    if (state.phase === 'unreached') void open();
    else if (isSending() && document.visibilityState === 'visible') void sendAgain();
  }

  async function sendAgain(): Promise<void> {
    if (running) return;
    // Refused files stay refused; only interrupted ones are sent again.
    if (state.files.some(({ status, again }) => status !== 'sent' && !again && status === 'failed')) {
      await sendBroken();
    } else await sendAll();
  }

  async function sendBroken(): Promise<void> {
    running = true;
    change({
      files: state.files.map((file) =>
        file.status === 'failed' && file.again
          ? { ...file, status: 'waiting', percent: 0, fault: undefined }
          : file,
      ),
    });
    try {
      await sendWaiting();
    } finally {
      running = false;
    }
    if (isSending()) tryLater();
  }

  function cancel(key: string): void {
    if (inFlight?.key === key) inFlight.abort.abort();
    remove(key);
    if (state.files.length === 0) cancelAll();
    else if (!running) void sendAgain();
  }

  function cancelAll(): void {
    clearTimeout(timer);
    inFlight?.abort.abort();
    const back = (file: Picked): Picked =>
      file.status === 'sent' ? file : { ...file, status: 'picked', percent: 0, fault: undefined };
    change({ phase: 'choosing', files: state.files.map(back) });
    keep();
  }

  function setCompress(compress: boolean): void {
    keepStored(keyOfChoice, String(compress));
    change({ compress });
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: () => state,
    open,
    add,
    remove,
    move: (from: number, to: number) => {
      change({ files: moved(state.files, from, to) });
      keep();
    },
    setCompress,
    submit: () => void sendAll(),
    /** Submits the sent files; refused or unsent files are skipped. */
    submitSent: () => {
      change({ files: state.files.filter(({ status }) => status === 'sent') });
      void sendAll();
    },
    retry: () => void sendAgain(),
    cancel,
    cancelAll,
    goOn,
  };
}

export type PhoneUpload = ReturnType<typeof createPhoneUpload>;
