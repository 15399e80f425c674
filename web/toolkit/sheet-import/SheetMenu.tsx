import { DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { useState } from 'react';
import type { SheetImportCalls } from '#contract/sheet-imports.ts';
import { lazyPart } from '../lazy-parts/lazy-part.tsx';
import { MenuButton, type MenuChoice } from '../page/MenuButton.tsx';
import menuButton from '../page/menu-button.module.css';
import { useSaveWorkbook } from './use-save-workbook.ts';

const SheetImportDialog = lazyPart(async () => (await import('./SheetImportDialog.tsx')).SheetImportDialog);

interface NamedSheet {
  title: string;
  calls: SheetImportCalls;
}

/** Shows 导入 and 导出 of some spreadsheets behind 更多, where a toolbar has no space for their buttons. */
export function SheetMenu(props: {
  label: string;
  sheets: readonly NamedSheet[];
  /** Entries above those of the spreadsheets. */
  choices?: readonly MenuChoice[];
}) {
  const { label, sheets, choices = [] } = props;
  const [openSheet, setOpenSheet] = useState<NamedSheet>();
  const { save, isSaving } = useSaveWorkbook();
  const close = () => setOpenSheet(undefined);
  return (
    <>
      <MenuButton
        className={menuButton.boxedButton ?? ''}
        label={label}
        disabled={isSaving}
        choices={[
          ...choices,
          ...sheets.flatMap((sheet, index): MenuChoice[] => [
            {
              key: `in ${sheet.title}`,
              label: `导入${sheet.title}`,
              icon: <UploadOutlined aria-hidden />,
              lineAbove: index > 0 || choices.length > 0,
              onChoose: () => setOpenSheet(sheet),
            },
            {
              key: `out ${sheet.title}`,
              label: `导出${sheet.title}`,
              icon: <DownloadOutlined aria-hidden />,
              onChoose: () => void save(sheet.calls.exportRows),
            },
          ]),
        ]}
      >
        更多
      </MenuButton>
      {openSheet && (
        <SheetImportDialog
          calls={openSheet.calls}
          title={openSheet.title}
          onClose={close}
          onLoadFailed={close}
        />
      )}
    </>
  );
}
