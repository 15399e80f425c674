import { DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import type { SheetImportCalls } from '#contract/sheet-imports.ts';
import { lazyPart } from '../lazy-parts/lazy-part.tsx';
import { useSaveWorkbook } from './use-save-workbook.ts';

const SheetImportDialog = lazyPart(async () => (await import('./SheetImportDialog.tsx')).SheetImportDialog);

/** Shows 导入 and 导出 of data that can be edited in a sheet. */
export function SheetImport(props: { calls: SheetImportCalls; title: string }) {
  const { calls, title } = props;
  const [isOpen, setOpen] = useState(false);
  const { save, isSaving } = useSaveWorkbook();
  const close = () => setOpen(false);
  return (
    <>
      <Button icon={<UploadOutlined aria-hidden />} aria-label={`导入${title}`} onClick={() => setOpen(true)}>
        导入
      </Button>
      <Button
        icon={<DownloadOutlined aria-hidden />}
        aria-label={`导出${title}`}
        loading={isSaving}
        onClick={() => void save(calls.exportRows)}
      >
        导出
      </Button>
      {isOpen && <SheetImportDialog calls={calls} title={title} onClose={close} onLoadFailed={close} />}
    </>
  );
}
