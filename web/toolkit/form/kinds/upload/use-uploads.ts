import { useEffect, useRef, useState } from 'react';
import { type StoredFile, upload } from '#domain/forms/kinds/upload/upload.ts';
import { chunkLimits } from '#domain/uploads/limits.ts';
import { uploadMessage } from '#domain/uploads/upload-rule.ts';
import { useFormContext } from '../../form-context.ts';
import type { UploadTarget } from '../../upload-target.ts';

/** Time for which a file's success is shown (S2 §4). */
const successMs = 3000;

/** A file that is being uploaded, has just arrived, or has failed (S2 §4). */
export interface PendingFile {
  key: number;
  file: File;
  /** `paused`: stopped by the user, to be continued later. */
  state: 'waiting' | 'sending' | 'paused' | 'arrived' | 'failed';
  percent: number;
  /** Id of the stored file after its arrival. */
  storedId?: string;
  /** Reason of the failure. */
  failure?: string | undefined;
  /** True if the file itself was not refused, so that a retry may succeed. */
  mayRetry: boolean;
}

/** Checks whether a file is sent in chunks, so that an aborted upload can continue. */
export const isLargeFile = (file: File) => file.size > chunkLimits.defaultBytes;

/**
 * Abort reason of an upload that was stopped on this page, by a pause, a cancellation or leaving; it may
 * continue later.
 */
const abortReason = 'upload aborted';

/**
 * Sends chosen files one by one and adds each to its target when it is stored (S2 §4, §5): for a field, and
 * for the dialog whose files wait until they are added to one. Nothing is submitted while a file is being
 * uploaded or paused.
 */
export function useUploads(target: UploadTarget) {
  const { rule, currentFiles, add } = target;
  const { uploadFile, cancelUpload } = useFormContext();
  const [pending, setPending] = useState<readonly PendingFile[]>([]);
  const latest = useRef(pending);
  const nextKey = useRef(1);
  const isRunning = useRef(false);
  const isBusy = useRef(false);
  const currentTarget = useRef(target);
  currentTarget.current = target;
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  const transfers = useRef(new Map<number, AbortController>());
  useEffect(() => {
    const [openTimers, running] = [timers.current, transfers.current];
    return () => {
      for (const timer of openTimers) clearTimeout(timer);
      // A half-sent file continues when it is chosen again; waiting ones are not started.
      latest.current = [];
      for (const abortController of running.values()) abortController.abort(abortReason);
      if (isBusy.current) currentTarget.current.setBusy(false);
    };
  }, []);

  const set = (all: readonly PendingFile[]) => {
    latest.current = all;
    setPending(all);
    if (all.some(isUnfinished) === isBusy.current) return;
    isBusy.current = !isBusy.current;
    currentTarget.current.setBusy(isBusy.current);
  };
  const update = (key: number, change: Partial<PendingFile>) =>
    set(
      latest.current.map((pendingFile) =>
        pendingFile.key === key ? { ...pendingFile, ...change } : pendingFile,
      ),
    );
  const dismiss = (key: number) => set(latest.current.filter((pendingFile) => pendingFile.key !== key));

  /** Returns the problem of a file among the stored and uploading ones, by the rule of the field (S2 §5). */
  const problemOf = (file: File, before: readonly StoredFile[] = listOtherFiles()): string | undefined =>
    upload.validate([...before, candidate(file)], { props: rule, options: [] })[0];
  const listOtherFiles = () => [
    ...currentFiles(),
    ...latest.current.filter(isUnfinished).map(({ file }) => candidate(file)),
  ];

  const transfer = async ({ key, file }: PendingFile, send: NonNullable<typeof uploadFile>) => {
    const abortController = new AbortController();
    transfers.current.set(key, abortController);
    update(key, { state: 'sending' });
    try {
      const onProgress = (percent: number) => update(key, { percent });
      const storedFile = await send(file, onProgress, { signal: abortController.signal });
      // The file may have arrived at the very moment of its cancellation.
      if (!latest.current.some((pendingFile) => pendingFile.key === key)) return;
      add(storedFile);
      update(key, { state: 'arrived', percent: 100, storedId: storedFile.id });
      const timer = setTimeout(() => {
        timers.current.delete(timer);
        dismiss(key);
      }, successMs);
      timers.current.add(timer);
    } catch (error) {
      if (abortController.signal.aborted) return;
      const failure = error instanceof Error && error.message ? error.message : uploadMessage.transport;
      update(key, { state: 'failed', failure });
    } finally {
      if (transfers.current.get(key) === abortController) transfers.current.delete(key);
    }
  };

  const sendWaiting = async () => {
    if (isRunning.current || !uploadFile) return;
    isRunning.current = true;
    for (;;) {
      const next = latest.current.find(({ state }) => state === 'waiting');
      if (!next) break;
      await transfer(next, uploadFile);
    }
    isRunning.current = false;
  };

  const sendAll = (files: readonly File[]) => {
    for (const file of files) {
      const failure = problemOf(file);
      const state = failure === undefined ? 'waiting' : 'failed';
      const mayRetry = problemOf(file, []) === undefined;
      set([...latest.current, { key: nextKey.current++, file, state, percent: 0, failure, mayRetry }]);
    }
    void sendWaiting();
  };
  const pause = (key: number) => {
    update(key, { state: 'paused' });
    transfers.current.get(key)?.abort(abortReason);
  };
  /**
   * Continues a paused upload, or retries a failed one; a file that was refused for its content stays
   * refused.
   */
  const resume = (key: number) => {
    const pendingFile = latest.current.find((candidate) => candidate.key === key);
    if (!pendingFile) return;
    const failure = pendingFile.state === 'failed' ? problemOf(pendingFile.file) : undefined;
    update(key, failure === undefined ? { state: 'waiting', failure } : { failure });
    void sendWaiting();
  };
  /** Cancels an upload, here and on the server. */
  const cancel = (key: number) => {
    const pendingFile = latest.current.find((candidate) => candidate.key === key);
    transfers.current.get(key)?.abort(abortReason);
    dismiss(key);
    // If the server cannot be reached now, it deletes the part itself after two days.
    if (pendingFile) void cancelUpload?.(pendingFile.file).catch(() => undefined);
  };
  return { pending, sendAll, dismiss, pause, resume, cancel };
}

const isUnfinished = ({ state }: PendingFile) =>
  state === 'waiting' || state === 'sending' || state === 'paused';

const candidate = ({ name, size }: File): StoredFile => ({ id: 'candidate', name, size });
