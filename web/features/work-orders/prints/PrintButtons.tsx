import { DownOutlined, PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { lazyPart } from '#web/toolkit/lazy-parts/lazy-part.tsx';
import { MenuButton } from '#web/toolkit/page/MenuButton.tsx';
import styles from './print-buttons.module.css';
import { type PrintPart, printPartsOf } from './print-parts.ts';

const LettersDialog = lazyPart(async () => (await import('./LettersDialog.tsx')).LettersDialog);

/** Shows the buttons that print the order sheet, one part of the page, or an envelope. */
export function PrintButtons({
  page,
  isLoading = false,
  onPrint,
}: {
  page: WorkOrderPage;
  /** True while the content to print is still being loaded. */
  isLoading?: boolean;
  onPrint: (part?: PrintPart) => void;
}) {
  const [isLettersOpen, setLettersOpen] = useState(false);
  const close = () => setLettersOpen(false);
  return (
    <>
      <Button
        size="small"
        icon={<PrinterOutlined aria-hidden />}
        loading={isLoading}
        onClick={() => onPrint()}
      >
        打印办件单
      </Button>
      <MenuButton
        className={styles.part ?? ''}
        choices={[
          ...printPartsOf(page).map((part) => ({
            key: part.key,
            label: `打印${part.label}`,
            onChoose: () => onPrint(part),
          })),
          ...(page.can.reveal && page.applicant !== null
            ? [{ key: 'letter', label: '打印信封或地址标签', onChoose: () => setLettersOpen(true) }]
            : []),
        ]}
      >
        打印部分 <DownOutlined aria-hidden />
      </MenuButton>
      {isLettersOpen && <LettersDialog orders={[page.order]} onClose={close} onLoadFailed={close} />}
    </>
  );
}
