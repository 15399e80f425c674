import { DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import type { SheetImportCalls } from '#contract/sheet-imports.ts';
import { sheetLimits } from '#domain/sheets/import-sheet.ts';
import styles from './sheet-import.module.css';
import { useSaveWorkbook } from './use-save-workbook.ts';

/**
 * Shows the first step of a spreadsheet import: the empty template, the current content, and the drop area
 * for the filled-in file.
 */
export function SheetChooser(props: {
  calls: SheetImportCalls;
  /** The file that was previewed last. */
  chosen: string | undefined;
  isReading: boolean;
  onFile: (file: File) => void;
}) {
  const { calls, chosen, isReading, onFile } = props;
  const chooser = useRef<HTMLInputElement>(null);
  const [isDraggedOver, setOver] = useState(false);
  const { save } = useSaveWorkbook();
  const choose = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) onFile(file);
  };
  return (
    <>
      <p className={styles.buttons}>
        <Button type="link" icon={<DownloadOutlined aria-hidden />} onClick={() => void save(calls.template)}>
          下载空白模板
        </Button>
        <Button
          type="link"
          icon={<DownloadOutlined aria-hidden />}
          onClick={() => void save(calls.exportRows)}
        >
          下载现有数据，修改后再导入
        </Button>
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside */}
      <div
        className={styles.drop}
        data-over={isDraggedOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          choose(event.dataTransfer.files);
        }}
      >
        <Button
          icon={<UploadOutlined aria-hidden />}
          loading={isReading}
          onClick={() => chooser.current?.click()}
        >
          {chosen === undefined ? '选择文件' : '重新选择文件'}
        </Button>
        <span className={styles.limits}>
          {chosen ??
            `或把 .xlsx 文件拖到这里，最多 ${sheetLimits.rows} 行、${sheetLimits.bytes / 1_048_576} MB`}
        </span>
        <input
          ref={chooser}
          hidden
          accept=".xlsx"
          aria-hidden
          data-testid="sheet-chooser"
          tabIndex={-1}
          type="file"
          onChange={(event) => {
            choose(event.target.files);
            // Lets the same file be chosen again after it was corrected.
            event.target.value = '';
          }}
        />
      </div>
    </>
  );
}
