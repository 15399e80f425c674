import { EditOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { signatureRule } from '#domain/forms/kinds/signature/signature.ts';
import type { StoredFile } from '#domain/forms/kinds/upload/upload.ts';
import type { FieldEditorProps } from '../../kind-view.ts';
import { ClearButton } from '../ClearButton.tsx';
import lightStyles from '../light-kinds.module.css';
import { FileChooser } from '../upload/FileChooser.tsx';
import { PendingFiles } from '../upload/PendingFiles.tsx';
import { useUploads } from '../upload/use-uploads.ts';
import { SignatureDialog } from './SignatureDialog.tsx';
import { SignaturePicture } from './SignaturePicture.tsx';
import styles from './signature.module.css';

/** Edits a signature: drawn in a dialog, or uploaded as a picture. A new one replaces the one before. */
export function SignatureField(props: FieldEditorProps<readonly StoredFile[]>) {
  const { control, disabled, field, onBlur, onChange, path, store, value } = props;
  const { id, 'aria-labelledby': labelledBy, 'aria-label': label, 'aria-describedby': describedBy } = control;
  const [isOpen, setIsOpen] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  // Since an upload started, the row of the field may have moved.
  const anchor = store.anchorOf(path);
  const uploads = useUploads({
    rule: signatureRule,
    // The new file replaces the current one, and does not count beside it.
    currentFiles: () => [],
    add: (file) => {
      const current = store.pathAt(anchor);
      if (current !== undefined) store.change(current, [file]);
    },
    setBusy: (busy) => store.setBusy(anchor, busy ? `${field.title}正在上传，请稍候` : undefined),
  });
  const send = (files: readonly File[]) => {
    for (const { key, state } of uploads.pending) if (state === 'failed') uploads.dismiss(key);
    uploads.sendAll(files.slice(0, 1));
  };
  const isSending = uploads.pending.some(({ state }) => state === 'waiting' || state === 'sending');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, and the field has a label
    <div
      role="group"
      id={id}
      tabIndex={-1}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      className={styles.field}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget) && !isOpen) onBlur();
      }}
    >
      {value.length > 0 && <SignaturePicture value={value} />}
      <div className={lightStyles.row}>
        <Button
          disabled={disabled || isSending}
          icon={<EditOutlined aria-hidden />}
          onClick={() => setIsOpen(true)}
        >
          {value.length > 0 ? '重新签名' : '手写签名'}
        </Button>
        <Button
          disabled={disabled || isSending}
          icon={<UploadOutlined aria-hidden />}
          onClick={() => chooser.current?.click()}
        >
          上传签名图片
        </Button>
        {value.length > 0 && !disabled && <ClearButton title={field.title} onClear={() => onChange([])} />}
      </div>
      <FileChooser ref={chooser} rule={signatureRule} testId={`chooser-${path}`} onFiles={send} />
      <PendingFiles {...uploads} />
      {isOpen && (
        <SignatureDialog
          title={field.title}
          now={() => store.now()}
          onSign={(picture) => {
            setIsOpen(false);
            send([picture]);
          }}
          onUpload={() => {
            setIsOpen(false);
            chooser.current?.click();
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}
