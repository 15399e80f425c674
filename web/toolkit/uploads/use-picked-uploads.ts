import { useEffect, useRef, useState } from 'react';
import { type StoredFile, upload } from '#domain/forms/kinds/upload/upload.ts';
import { uploadMessage } from '#domain/uploads/upload-rule.ts';
import { useFormPorts } from '../form/form-ports.ts';
import type { UploadTarget } from '../form/kinds/upload/upload-target.ts';

/** How long a file's success stays to be read (S2 §4). */
const successMs = 3000;

/** A file of the dialog: pending, uploading with its percent, done, or an error (S2 §4). */
export interface PickedUpload {
  key: number;
  file: File;
  state: 'pending' | 'uploading' | 'done' | 'error';
  percent: number;
  /** 上传成功！ for a while, or what went wrong. */
  words?: string | undefined;
  stored?: StoredFile;
}

/** Files that wait in the dialog until they are put into the form: sent one by one, each may be tried again or taken out. */
export function usePickedUploads({ rule, stored }: Pick<UploadTarget, 'rule' | 'stored'>) {
  const { uploadFile } = useFormPorts();
  const [picked, setPicked] = useState<readonly PickedUpload[]>([]);
  const latest = useRef(picked);
  latest.current = picked;
  const nextKey = useRef(1);
  const running = useRef(false);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const waiting = timers.current;
    return () => {
      for (const timer of waiting) clearTimeout(timer);
    };
  }, []);

  const set = (change: (all: readonly PickedUpload[]) => readonly PickedUpload[]) => {
    latest.current = change(latest.current);
    setPicked(latest.current);
  };
  const update = (key: number, change: Partial<PickedUpload>) =>
    set((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));

  /** Its faults among what is in the form and what stands before it here, by the place's own rule (S2 §5). */
  const faultOf = (file: File): string | undefined => {
    const before = latest.current.filter(({ state }) => state !== 'error').map((one) => asStored(one.file));
    return upload.validate([...stored(), ...before, asStored(file)], { props: rule, options: [] })[0];
  };

  const add = (files: readonly File[]) => {
    for (const file of files) {
      const words = faultOf(file);
      const state = words === undefined ? 'pending' : 'error';
      set((all) => [...all, { key: nextKey.current++, file, state, percent: 0, words }]);
    }
    void sendWaiting();
  };

  const sendWaiting = async () => {
    if (running.current || !uploadFile) return;
    running.current = true;
    for (;;) {
      const next = latest.current.find(({ state }) => state === 'pending');
      if (!next) break;
      await send(next, uploadFile);
    }
    running.current = false;
  };

  const send = async (
    { key, file }: PickedUpload,
    uploadFile: (file: File, onProgress: (percent: number) => void) => Promise<StoredFile>,
  ) => {
    update(key, { state: 'uploading', percent: 0, words: undefined });
    try {
      const arrived = await uploadFile(file, (percent) => update(key, { percent }));
      update(key, { state: 'done', percent: 100, words: uploadMessage.success, stored: arrived });
      const timer = setTimeout(() => {
        timers.current.delete(timer);
        update(key, { words: undefined });
      }, successMs);
      timers.current.add(timer);
    } catch (error) {
      const words = error instanceof Error && error.message ? error.message : uploadMessage.transport;
      update(key, { state: 'error', words });
    }
  };

  const retry = (key: number) => {
    const failed = latest.current.find((one) => one.key === key);
    if (!failed) return;
    const words = faultOf(failed.file);
    update(key, words === undefined ? { state: 'pending', words } : { words });
    void sendWaiting();
  };
  const remove = (key: number) => set((all) => all.filter((one) => one.key !== key));
  return { picked, add, retry, remove };
}

const asStored = ({ name, size }: File): StoredFile => ({ id: 'candidate', name, size });
