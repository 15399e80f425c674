import { DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import type { SheetImportCalls } from '#contract/sheet-imports.ts';
import { call } from '#web/api/call.ts';
import { useFeedback } from '../feedback/use-feedback.ts';
import { lazyPart } from '../lazy-parts/lazy-part.tsx';
import { MenuButton } from '../page/MenuButton.tsx';
import menuButton from '../page/menu-button.module.css';
import { saveWorkbook } from './sheet-file.ts';

const SheetImportDialog = lazyPart(async () => (await import('./SheetImportDialog.tsx')).SheetImportDialog);

/** Shows 导入 and 导出 of data that can be edited in a sheet; behind 更多 if the card is narrow. */
export function SheetImport(props: { calls: SheetImportCalls; title: string; isNarrow?: boolean }) {
  const { calls, title, isNarrow = false } = props;
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const feedback = useFeedback();
  const takeOut = async () => {
    setSaving(true);
    try {
      saveWorkbook(await call(calls.present, {}));
    } catch (failure) {
      feedback.failure(failure);
    }
    setSaving(false);
  };
  const close = () => setOpen(false);
  const open = () => setOpen(true);
  return (
    <>
      {isNarrow ? (
        <MenuButton
          className={menuButton.boxedButton ?? ''}
          label={`更多${title}操作`}
          disabled={isSaving}
          choices={[
            { key: 'in', label: `导入${title}`, icon: <UploadOutlined aria-hidden />, onChoose: open },
            {
              key: 'out',
              label: `导出${title}`,
              icon: <DownloadOutlined aria-hidden />,
              onChoose: () => void takeOut(),
            },
          ]}
        >
          更多
        </MenuButton>
      ) : (
        <>
          <Button icon={<UploadOutlined aria-hidden />} aria-label={`导入${title}`} onClick={open}>
            导入
          </Button>
          <Button
            icon={<DownloadOutlined aria-hidden />}
            aria-label={`导出${title}`}
            loading={isSaving}
            onClick={() => void takeOut()}
          >
            导出
          </Button>
        </>
      )}
      {isOpen && <SheetImportDialog calls={calls} title={title} onClose={close} onLoadFailed={close} />}
    </>
  );
}
