import { useRef, useState } from 'react';
import { type StoredFile, upload } from '#domain/forms/kinds/upload/upload.ts';
import { useFormPorts } from '../../form-ports.ts';
import type { FieldEditorProps } from '../kind-view.ts';

/** A file on its way to the server, or one that did not get there. */
export interface PendingFile {
  key: number;
  name: string;
  percent: number;
  failure?: string;
}

/** Sends chosen files one by one and adds each to the field when it is stored (S2 §4, §5). */
export function useUploads({ field, path, store }: FieldEditorProps<readonly StoredFile[]>) {
  const { uploadFile } = useFormPorts();
  const [pending, setPending] = useState<readonly PendingFile[]>([]);
  const nextKey = useRef(1);
  const underWay = useRef(0);

  const update = (key: number, change: Partial<PendingFile>) =>
    setPending((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const dismiss = (key: number) => setPending((all) => all.filter((one) => one.key !== key));
  // The field may have got other files since this one set out.
  const stored = () => upload.normalise(store.view(path).value ?? null) ?? [];

  const send = async (file: File) => {
    const key = nextKey.current++;
    const candidate = { id: 'candidate', name: file.name, size: file.size };
    const [fault] = upload.validate([...stored(), candidate], { props: field.props, options: [] });
    setPending((all) => [...all, { key, name: file.name, percent: 0, failure: fault }]);
    if (fault !== undefined || !uploadFile) return;
    underWay.current++;
    store.setBusy(path, `${field.title}正在上传，请稍候`);
    try {
      const arrived = await uploadFile(file, (percent) => update(key, { percent }));
      store.change(path, [...stored(), arrived]);
      dismiss(key);
    } catch (error) {
      update(key, {
        failure: error instanceof Error && error.message ? error.message : '上传失败，请重新上传',
      });
    } finally {
      underWay.current--;
      if (underWay.current === 0) store.setBusy(path, undefined);
    }
  };

  const sendAll = async (files: readonly File[]) => {
    for (const file of files) await send(file);
  };
  return { pending, sendAll, dismiss };
}
