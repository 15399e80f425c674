import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef } from 'react';
import type { StoredFile } from '#domain/forms/kinds/upload/upload.ts';
import styles from '../../form.module.css';
import type { UploadTarget } from '../../upload-target.ts';
import { FileChooser, limitsText } from './FileChooser.tsx';
import { FileList } from './FileList.tsx';
import { OtherUploadWays } from './OtherUploadWays.tsx';
import { PendingFiles } from './PendingFiles.tsx';
import { useUploads } from './use-uploads.ts';

/**
 * Accepts files, chosen or dropped; the button has the field's name, the hidden input only opens the chooser.
 * Our own component, since Ant Design's `Upload` takes the focus from its button, handles Enter twice, and
 * adds 11 kB with a list that does not fit S2 §4 (0087).
 */
export function UploadArea(props: {
  target: UploadTarget;
  value: readonly StoredFile[];
  disabled: boolean;
  onRemove: (file: StoredFile) => void;
  /** The accessible name of the button: its own, or with the label of its field. */
  button: { id?: string; 'aria-label'?: string; 'aria-labelledby'?: string; 'aria-describedby'?: string };
  /** Test id of the hidden input. */
  testId: string;
  text?: string;
  /** The form and field of the files, to be shown on a phone that sends some. */
  place: { form: string; field: string };
}) {
  const { target, value, disabled, onRemove, button, testId, text = '上传文件', place } = props;
  const chooser = useRef<HTMLInputElement>(null);
  const uploads = useUploads(target);
  const { sendAll } = uploads;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (!disabled) sendAll([...event.dataTransfer.files]);
      }}
    >
      <div className={styles.uploadRow}>
        <Button
          {...button}
          disabled={disabled}
          icon={<UploadOutlined />}
          onClick={() => chooser.current?.click()}
        >
          {text}
        </Button>
        <OtherUploadWays target={target} place={place} present={value.length} disabled={disabled} />
        <span className={styles.uploadLimits}>{limitsText(target.rule)}</span>
      </div>
      <FileChooser ref={chooser} rule={target.rule} testId={testId} onFiles={sendAll} />
      <FileList
        value={value}
        uploads={uploads.pending}
        actions={(file) => (
          <Button
            aria-label={`删除 ${file.name}`}
            disabled={disabled}
            size="small"
            type="link"
            onClick={() => onRemove(file)}
          >
            删除
          </Button>
        )}
      />
      <PendingFiles {...uploads} />
    </div>
  );
}
