import { useEffect, useRef, useState } from 'react';
import { upload } from '#domain/forms/kinds/upload/upload.ts';
import { chunkLimits } from '#domain/uploads/limits.ts';
import { uploadMessage } from '#domain/uploads/upload-rule.ts';
import { useFormPorts } from '../../form-ports.ts';
import type { UploadTarget } from './upload-target.ts';

/** How long a file's success stays to be read (S2 §4). */
const successMs = 3000;

/** A file on its way to the server, one that has just arrived, or one that did not get there. */
export interface PendingFile {
  key: number;
  name: string;
  percent: number;
  failure?: string | undefined;
  success?: string;
  /** Broken off by its person, to go on later. */
  isPaused?: boolean;
  /** Goes in chunks, so that it can be broken off and goes on from there. */
  isLarge?: boolean;
  /** It was not refused for what it is: sent again, it may arrive. */
  mayRetry?: boolean;
}

/** What breaks an upload off: its person, who goes on later or not at all. */
const breakOff = 'upload broken off';

/** Sends chosen files one by one and adds each to its target when it is stored (S2 §4, §5). */
export function useUploads({ rule, stored, add, setBusy }: UploadTarget) {
  const { uploadFile, cancelUpload } = useFormPorts();
  const [pending, setPending] = useState<readonly PendingFile[]>([]);
  const nextKey = useRef(1);
  /** What is on its way or waits for its person: nothing is submitted without it. */
  const held = useRef(new Set<number>());
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  const sent = useRef(new Map<number, { file: File; stop: AbortController }>());
  useEffect(() => {
    const [running, sending] = [timers.current, sent.current];
    return () => {
      for (const timer of running) clearTimeout(timer);
      // What is left in the middle goes on when the same file is chosen again.
      for (const { stop } of sending.values()) stop.abort(breakOff);
    };
  }, []);

  const update = (key: number, change: Partial<PendingFile>) =>
    setPending((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const letGo = (key: number) => {
    held.current.delete(key);
    if (held.current.size === 0) setBusy(false);
  };
  const dismiss = (key: number) => {
    sent.current.delete(key);
    setPending((all) => all.filter((one) => one.key !== key));
  };
  const showSuccess = (key: number) => {
    update(key, { percent: 100, success: uploadMessage.success });
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      dismiss(key);
    }, successMs);
    timers.current.add(timer);
  };

  const transfer = async (key: number, file: File) => {
    if (!uploadFile) return;
    const stop = new AbortController();
    sent.current.set(key, { file, stop });
    held.current.add(key);
    setBusy(true);
    try {
      const arrived = await uploadFile(file, (percent) => update(key, { percent }), { signal: stop.signal });
      add(arrived);
      letGo(key);
      showSuccess(key);
    } catch (error) {
      if (stop.signal.aborted) return;
      letGo(key);
      const failure = error instanceof Error && error.message ? error.message : uploadMessage.transport;
      update(key, { failure, mayRetry: true });
    }
  };

  const send = async (file: File) => {
    const key = nextKey.current++;
    const candidate = { id: 'candidate', name: file.name, size: file.size };
    const [fault] = upload.validate([...stored(), candidate], { props: rule, options: [] });
    const isLarge = file.size > chunkLimits.defaultBytes;
    setPending((all) => [...all, { key, name: file.name, percent: 0, failure: fault, isLarge }]);
    if (fault === undefined) await transfer(key, file);
  };

  const sendAll = async (files: readonly File[]) => {
    for (const file of files) await send(file);
  };
  const pause = (key: number) => {
    update(key, { isPaused: true });
    sent.current.get(key)?.stop.abort(breakOff);
  };
  /** Goes on with one that was paused, or tries one again that failed. */
  const resume = async (key: number) => {
    const one = sent.current.get(key);
    if (!one) return;
    update(key, { isPaused: false, failure: undefined, mayRetry: false });
    await transfer(key, one.file);
  };
  /** Gives it up, here and on the server. */
  const cancel = (key: number) => {
    const one = sent.current.get(key);
    one?.stop.abort(breakOff);
    letGo(key);
    dismiss(key);
    // What cannot be told to the server now goes there by itself after two days.
    if (one) void cancelUpload?.(one.file).catch(() => undefined);
  };
  return { pending, sendAll, dismiss, pause, resume, cancel };
}
