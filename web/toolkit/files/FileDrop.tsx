import { InboxOutlined } from '@ant-design/icons';
import { useState } from 'react';
import styles from './file-drop.module.css';

/**
 * Shows a drop area for one file that is read here and not stored: dropped, or chosen by a click or the
 * keyboard.
 */
export function FileDrop(props: {
  /** Label such as `选择流程文件`. */
  label: string;
  hint: string;
  /** In the format of the browser's own chooser: `.bpmn,.xml`. */
  accept: string;
  onFile: (file: File) => void;
}) {
  const { label, hint, accept, onFile } = props;
  const [isDragOver, setIsDragOver] = useState(false);
  return (
    <label
      className={styles.drop}
      data-over={isDragOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDragOver(true);
      }}
      onDragLeave={() => setIsDragOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsDragOver(false);
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      }}
    >
      <InboxOutlined aria-hidden />
      <strong>{label}</strong>
      <span>{hint}</span>
      <input
        type="file"
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Lets the same file be chosen again after it was corrected.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </label>
  );
}
