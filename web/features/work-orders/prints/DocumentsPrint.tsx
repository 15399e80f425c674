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
  const loadedOrders = useLoadedOrders(orders, readDocuments);
  const [excludedIds, setExcludedIds] = useState<ReadonlySet<string>>(new Set());
  const [isPrinting, setPrinting] = useState(false);
  const feedback = useFeedback();
  const mergeAction = useAction(files.merge);

  const rows = orders.flatMap((order) =>
    (loadedOrders.contents.get(order.id) ?? []).map((document) => ({ order, document })),
  );
  const selectedIds = rows.map(({ document }) => document.id).filter((id) => !excludedIds.has(id));
  const isTooMany = selectedIds.length > mergeLimits.files;
  const countWithoutDocuments = orders.filter(({ id }) => loadedOrders.contents.get(id)?.length === 0).length;

  /** A single document is printed unchanged, with its signature; several are merged first. */
  const mergedFileId = async (): Promise<string | undefined> => {
    if (selectedIds.length === 1) return selectedIds[0];
    const outcome = await mergeAction.run({ body: selectedIds.join(',') });
    if (outcome.kind === 'failed') feedback.failure(outcome.failure);
    return outcome.kind === 'done' ? outcome.data.rows[0]?.id : undefined;
  };
  const sendTo = async (output: (id: string) => Promise<void>) => {
    setPrinting(true);
    try {
      const id = await mergedFileId();
      if (id !== undefined) await output(id);
    } catch (failure) {
      feedback.failure(failure);
    } finally {
      setPrinting(false);
    }
  };
  const setSelected = (ids: readonly string[], isSelected: boolean) => {
    const newExcluded = new Set(excludedIds);
    for (const id of ids)
      if (isSelected) newExcluded.delete(id);
      else newExcluded.add(id);
    setExcludedIds(newExcluded);
  };
  const isDisabled = !loadedOrders.isComplete || selectedIds.length === 0 || isTooMany;
  return (
    <AppModal
      open
      width={720}
      title={`打印 ${orders.length} 件的文书`}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button disabled={isDisabled || isPrinting} onClick={() => void sendTo(saveStoredFile)}>
            下载
          </Button>
          <Button
            type="primary"
            disabled={isDisabled}
            loading={isPrinting}
            onClick={() => void sendTo(printStoredFile)}
          >
            打印 {selectedIds.length} 份
          </Button>
        </>
      }
    >
      <LoadingOrdersBar orders={orders} loadedOrders={loadedOrders} />
      {loadedOrders.isComplete && rows.length === 0 && (
        <EmptyState compact title="没有可以打印的文书" hint="勾选的办件还没有生成并确认的文书。" />
      )}
      {rows.length > 0 && (
        <>
          <p className={isTooMany ? styles.warning : styles.note} role="status">
            {isTooMany
              ? `一次最多打印 ${mergeLimits.files} 份，已选 ${selectedIds.length} 份，请减少`
              : `已选 ${selectedIds.length} / ${rows.length} 份${countWithoutDocuments > 0 ? `，${countWithoutDocuments} 件没有文书` : ''}`}
          </p>
          <Checkbox
            checked={selectedIds.length === rows.length}
            indeterminate={selectedIds.length > 0 && selectedIds.length < rows.length}
            onChange={(event) =>
              setSelected(
                rows.map(({ document }) => document.id),
                event.target.checked,
              )
            }
          >
            全选
          </Checkbox>
          <ul className={styles.documentList} aria-label="文书">
            {rows.map(({ order, document }) => (
              <li key={document.id}>
                <Checkbox
                  checked={!excludedIds.has(document.id)}
                  onChange={(event) => setSelected([document.id], event.target.checked)}
                >
                  <span className={styles.documentName}>
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
