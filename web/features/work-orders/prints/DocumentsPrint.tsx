import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { documents, type PublicDocument } from '#contract/documents.ts';
import { files } from '#contract/files.ts';
import { mergeLimits } from '#domain/uploads/limits.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { printStoredFile } from '#web/toolkit/files/print-pdf.ts';
import { saveStoredFile } from '#web/toolkit/files/stored-file.ts';
import { LoadingOrdersBar } from './LoadingOrdersBar.tsx';
import type { PrintedOrder } from './printed-order.ts';
import styles from './prints.module.css';
import { useLoadedOrders } from './use-loaded-orders.ts';

/** Loads the documents of an order for printing, without unconfirmed and void ones. */
async function readDocuments({ id }: PrintedOrder, signal: AbortSignal): Promise<PublicDocument[]> {
  const { rows } = await call(documents.publicList, { params: { workorderId: id } }, { signal });
  return rows.filter(({ state }) => state === 'valid');
}

/**
 * Prints the documents of many orders as one file: chosen from the existing ones, merged, in the order of the
 * list.
 */
export function DocumentsPrint(props: { orders: readonly PrintedOrder[]; onClose: () => void }) {
  const { orders, onClose } = props;
  const gathered = useLoadedOrders(orders, readDocuments);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [printing, setPrinting] = useState(false);
  const feedback = useFeedback();
  const merging = useAction(files.merge);

  const rows = orders.flatMap((order) =>
    (gathered.done.get(order.id) ?? []).map((document) => ({ order, document })),
  );
  const chosen = rows.map(({ document }) => document.id).filter((id) => !left.has(id));
  const tooMany = chosen.length > mergeLimits.files;
  const without = orders.filter(({ id }) => gathered.done.get(id)?.length === 0).length;

  /** A single document is printed unchanged, with its signature; several are merged first. */
  const printMerged = async (): Promise<string | undefined> => {
    if (chosen.length === 1) return chosen[0];
    const outcome = await merging.run({ body: chosen.join(',') });
    if (outcome.kind === 'failed') feedback.failure(outcome.failure);
    return outcome.kind === 'done' ? outcome.data.rows[0]?.id : undefined;
  };
  const deliver = async (by: (id: string) => Promise<void>) => {
    setPrinting(true);
    try {
      const id = await printMerged();
      if (id !== undefined) await by(id);
    } catch (failure) {
      feedback.failure(failure);
    } finally {
      setPrinting(false);
    }
  };
  const turn = (ids: readonly string[], on: boolean) => {
    const next = new Set(left);
    for (const id of ids)
      if (on) next.delete(id);
      else next.add(id);
    setLeft(next);
  };
  const stopped = !gathered.whole || chosen.length === 0 || tooMany;
  return (
    <AppModal
      open
      width={720}
      title={`打印 ${orders.length} 件的文书`}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button disabled={stopped || printing} onClick={() => void deliver(saveStoredFile)}>
            下载
          </Button>
          <Button
            type="primary"
            disabled={stopped}
            loading={printing}
            onClick={() => void deliver(printStoredFile)}
          >
            打印 {chosen.length} 份
          </Button>
        </>
      }
    >
      <LoadingOrdersBar orders={orders} gathered={gathered} />
      {gathered.whole && rows.length === 0 && (
        <EmptyState compact title="没有可以打印的文书" hint="勾选的办件还没有生成并确认的文书。" />
      )}
      {rows.length > 0 && (
        <>
          <p className={tooMany ? styles.warning : styles.note} role="status">
            {tooMany
              ? `一次最多打印 ${mergeLimits.files} 份，已选 ${chosen.length} 份，请减少`
              : `已选 ${chosen.length} / ${rows.length} 份${without > 0 ? `，${without} 件没有文书` : ''}`}
          </p>
          <Checkbox
            checked={chosen.length === rows.length}
            indeterminate={chosen.length > 0 && chosen.length < rows.length}
            onChange={(event) =>
              turn(
                rows.map(({ document }) => document.id),
                event.target.checked,
              )
            }
          >
            全选
          </Checkbox>
          <ul className={styles.papers} aria-label="文书">
            {rows.map(({ order, document }) => (
              <li key={document.id}>
                <Checkbox
                  checked={!left.has(document.id)}
                  onChange={(event) => turn([document.id], event.target.checked)}
                >
                  <span className={styles.paper}>
                    {document.name}
                    {document.documentNumber !== '' && ` ${document.documentNumber}`}
                    {document.changed && <span className={styles.changed}>已变更</span>}
                  </span>
                  <span className={styles.hint}>
                    {order.code} {order.title}
                  </span>
                </Checkbox>
              </li>
            ))}
          </ul>
        </>
      )}
    </AppModal>
  );
}
