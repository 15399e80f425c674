import { DownOutlined, PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { MenuButton } from '#web/toolkit/page/MenuButton.tsx';
import styles from './print-buttons.module.css';
import { type PrintPart, printPartsOf } from './print-parts.ts';

/** Prints the whole sheet, or a part of the page by name. */
export function PrintButtons({
  page,
  waits = false,
  onPrint,
}: {
  page: WorkOrderPage;
  /** What is to be printed is still being loaded. */
  waits?: boolean;
  onPrint: (part?: PrintPart) => void;
}) {
  return (
    <>
      <Button size="small" icon={<PrinterOutlined aria-hidden />} loading={waits} onClick={() => onPrint()}>
        打印办件单
      </Button>
      <MenuButton
        className={styles.part ?? ''}
        choices={printPartsOf(page).map((part) => ({
          key: part.key,
          label: `打印${part.label}`,
          onChoose: () => onPrint(part),
        }))}
      >
        打印部分 <DownOutlined aria-hidden />
      </MenuButton>
    </>
  );
}
