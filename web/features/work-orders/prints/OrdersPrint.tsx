import { Button, Radio } from 'antd';
import { useState } from 'react';
import { Permission } from '#domain/access/actor.ts';
import { readStored, writeStored } from '#web/api/read-stored.ts';
import { useMe } from '#web/api/use-me.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { DocumentsPrint } from './DocumentsPrint.tsx';
import { LettersDialog } from './LettersDialog.tsx';
import { OrderSheetsPrint } from './OrderSheetsPrint.tsx';
import { eachOrderOnce, type PrintedOrder } from './printed-order.ts';
import styles from './prints.module.css';

/** Kinds of print; `papers`, the documents (文书), is a stored name. */
const kinds = {
  list: { label: '列表', hint: '勾选的各行，按当前显示的列' },
  sheets: { label: '办件单', hint: '每件一份，内容与在详情页打印的相同' },
  papers: { label: '文书', hint: '各件已生成的文书，合并为一份打印' },
  letters: { label: '信封或地址标签', hint: '按办件的收件人打印，打印前可以核对和修改地址' },
} as const;
type Kind = keyof typeof kinds;

/** Storage key of the kind that was last printed in this browser. */
const keyOfKind = 'serviceportal.prints.kind';

/** Asks for the kind of print of the selected rows (打印). */
export function OrdersPrint(props: {
  rows: readonly PrintedOrder[];
  /** Prints the list itself, as without a selection. */
  onPrintList: () => void;
  onClose: () => void;
}) {
  const { rows, onPrintList, onClose } = props;
  const me = useMe();
  const offeredKinds = (Object.keys(kinds) as Kind[]).filter(
    (kind) => kind !== 'letters' || me?.permissions.includes(Permission.revealApplicant),
  );
  const [kind, setKind] = useState<Kind>(() => {
    const lastKind = readStored(keyOfKind) as Kind | undefined;
    return lastKind !== undefined && offeredKinds.includes(lastKind) ? lastKind : 'sheets';
  });
  const [hasStarted, setStarted] = useState(false);
  const orders = eachOrderOnce(rows);
  if (hasStarted && kind === 'sheets') return <OrderSheetsPrint orders={orders} onClose={onClose} />;
  if (hasStarted && kind === 'papers') return <DocumentsPrint orders={orders} onClose={onClose} />;
  if (hasStarted && kind === 'letters') return <LettersDialog orders={orders} onClose={onClose} />;
  return (
    <AppModal
      open
      width={480}
      title={`打印勾选的 ${orders.length} 件`}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            type="primary"
            onClick={() => {
              writeStored(keyOfKind, kind);
              if (kind === 'list') onPrintList();
              else setStarted(true);
            }}
          >
            下一步
          </Button>
        </>
      }
    >
      <fieldset className={styles.kinds}>
        <legend>打印内容</legend>
        <Radio.Group aria-label="打印内容" value={kind} onChange={(event) => setKind(event.target.value)}>
          {offeredKinds.map((value) => (
            <Radio key={value} value={value} className={styles.kind ?? ''}>
              {kinds[value].label}
              <span className={styles.hint}>{kinds[value].hint}</span>
            </Radio>
          ))}
        </Radio.Group>
      </fieldset>
    </AppModal>
  );
}
