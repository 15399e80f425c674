import { useEffect, useRef, useState } from 'react';
import { type StoredFile, upload } from '#domain/forms/kinds/upload/upload.ts';
import { uploadMessage } from '#domain/uploads/upload-rule.ts';
import { useFormPorts } from '../../form-ports.ts';

/** How long a file's success stays to be read (S2 §4). */
const successMs = 3000;

/** A file on its way to the server, one that has just arrived, or one that did not get there. */
export interface PendingFile {
  key: number;
  name: string;
  percent: number;
  failure?: string;
  success?: string;
}

/** Where uploads go. */
export interface UploadTarget {
  /** What a file must be (S2 §5); the server checks it again. */
  rule: { accept?: readonly string[]; maxSizeMb?: number; maxCount?: number };
  /** The files that are there at the moment. */
  stored(): readonly StoredFile[];
  add(file: StoredFile): void;
  setBusy(busy: boolean): void;
}

/** Sends chosen files one by one and adds each to its target when it is stored (S2 §4, §5). */
export function useUploads({ rule, stored, add, setBusy }: UploadTarget) {
  const { uploadFile } = useFormPorts();
  const [pending, setPending] = useState<readonly PendingFile[]>([]);
  const nextKey = useRef(1);
  const underWay = useRef(0);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running) clearTimeout(timer);
    };
  }, []);

  const update = (key: number, change: Partial<PendingFile>) =>
    setPending((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const dismiss = (key: number) => setPending((all) => all.filter((one) => one.key !== key));
  const showSuccess = (key: number) => {
    update(key, { percent: 100, success: uploadMessage.success });
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      dismiss(key);
    }, successMs);
    timers.current.add(timer);
  };

  const send = async (file: File) => {
    const key = nextKey.current++;
    const candidate = { id: 'candidate', name: file.name, size: file.size };
    const [fault] = upload.validate([...stored(), candidate], { props: rule, options: [] });
    setPending((all) => [...all, { key, name: file.name, percent: 0, failure: fault }]);
    if (fault !== undefined || !uploadFile) return;
    underWay.current++;
    setBusy(true);
    try {
      const arrived = await uploadFile(file, (percent) => update(key, { percent }));
      add(arrived);
      showSuccess(key);
    } catch (error) {
      update(key, {
        failure: error instanceof Error && error.message ? error.message : uploadMessage.transport,
      });
    } finally {
      underWay.current--;
      if (underWay.current === 0) setBusy(false);
    }
  };

  const sendAll = async (files: readonly File[]) => {
    for (const file of files) await send(file);
  };
  return { pending, sendAll, dismiss };
}
