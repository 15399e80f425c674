import { CheckCircleOutlined, CloseCircleOutlined, InfoCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { confirmLabel } from '#web/toolkit/confirm/ConfirmDialog.tsx';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { discardDocuments } from '#web/toolkit/files/discard-documents.ts';
import { useFileViewer } from '#web/toolkit/files/use-file-viewer.tsx';
import { usePageLeave } from '#web/toolkit/screen/use-page-leave.ts';
import { ScrollRegion } from '#web/toolkit/table/ScrollRegion.tsx';
import styles from './batch.module.css';
import { type DocumentsOfRow, idsOf, prepareDocuments } from './batch-documents.ts';
import type { BatchDraft } from './batch-run.ts';
import { batchTitle } from './batch-texts.ts';

type Draft = Omit<BatchDraft, 'person'>;

/**
 * Shows the documents of all orders in a batch: they are previewed together and confirmed at once, before any
 * task is sent.
 */
export function BatchDocumentsDialog(props: {
  draft: Draft;
  /** True if the documents get document numbers (文号). */
  numbersDocuments: boolean;
  onStart: (draft: Draft) => void;
  onClose: () => void;
}) {
  const { draft, numbersDocuments, onStart, onClose } = props;
  const [rows, setRows] = useState<readonly DocumentsOfRow[]>([]);
  const latest = useRef(rows);
  latest.current = rows;
  const isStarted = useRef(false);
  useEffect(() => {
    let isClosed = false;
    void prepareDocuments({ ...draft, numbersDocuments }, { onChange: setRows, isCancelled: () => isClosed });
    return () => {
      isClosed = true;
    };
  }, [draft, numbersDocuments]);
  usePageLeave(() => {
    if (!isStarted.current) discardDocuments(idsOf(latest.current));
  });

  const readyRows = rows.filter(({ state }) => state === 'made');
  const failedRows = rows.filter(({ state }) => state === 'failed');
  const waitingCount = rows.length - readyRows.length - failedRows.length;
  const orderDocuments = readyRows.flatMap(({ documents }) => documents);
  const { view, viewer } = useFileViewer(orderDocuments.map(({ id, docName }) => ({ id, name: docName })));
  const { name } = draft.button;

  const start = () => {
    isStarted.current = true;
    onStart({ ...draft, rows: readyRows.map((entry) => ({ ...entry.row, docIds: idsOf([entry]) })) });
  };

  return (
    <AppModal
      open
      className={styles.dialog}
      width={1120}
      title={
        <>
          {batchTitle(name)} {draft.rows.length} 件：请核对将生成的文书
          <span className={styles.about}>环节：{draft.nodeName}</span>
        </>
      }
      onCancel={onClose}
      footer={
        <div className={styles.foot}>
          <span>确定前文书不生效，取消则不留存、文号退回。</span>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" disabled={waitingCount > 0 || readyRows.length === 0} onClick={start}>
            {confirmLabel(name)} {readyRows.length} 件
          </Button>
        </div>
      }
    >
      <div className={styles.sums}>
        <span role="status">
          {waitingCount > 0 && `正在生成文书 ${rows.length - waitingCount} / ${rows.length}`}
          {waitingCount === 0 && (
            <span className={styles.can}>
              <CheckCircleOutlined aria-hidden /> 已生成 <strong>{orderDocuments.length}</strong> 份文书
            </span>
          )}
          {failedRows.length > 0 && (
            <span className={styles.cannot}>
              <CloseCircleOutlined aria-hidden /> <strong>{failedRows.length}</strong> 件不能办理，不会提交
            </span>
          )}
        </span>
      </div>
      <ScrollRegion className={styles.tasks} label="将生成的文书">
        <table className={styles.table}>
          <colgroup>
            <col className={styles.code} />
            <col />
            <col className={styles.documents} />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">流水号</th>
              <th scope="col">标题</th>
              <th scope="col">文书</th>
            </tr>
          </thead>
          <tbody>
            {[...failedRows, ...rows.filter(({ state }) => state !== 'failed')].map((entry) => (
              <tr key={entry.row.traceId} className={entry.state === 'failed' ? styles.blocked : undefined}>
                <td>{entry.row.code}</td>
                <td title={entry.row.title}>{entry.row.title}</td>
                <td className={entry.state === 'failed' ? styles.reason : undefined}>
                  <DocumentsOfOrder orderDocuments={entry} onView={view} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {viewer}
    </AppModal>
  );
}

function DocumentsOfOrder({
  orderDocuments,
  onView,
}: {
  orderDocuments: DocumentsOfRow;
  onView: (id: string) => void;
}) {
  const { state, note, documents, row } = orderDocuments;
  if (state === 'waiting') return <span className={styles.second}>等待生成</span>;
  if (state === 'failed')
    return (
      <span title={note}>
        <InfoCircleOutlined aria-hidden /> {note}
      </span>
    );
  if (documents.length === 0) return <span className={styles.second}>不生成文书</span>;
  const links = documents.map(({ id, name, documentNumber }) => (
    <span key={id} className={styles.made}>
      <Button type="link" size="small" aria-label={`预览${name} ${row.code}`} onClick={() => onView(id)}>
        {name}
      </Button>
      <span className={styles.second}>{documentNumber}</span>
    </span>
  ));
  return (
    <>
      {links}
      {note !== '' && (
        <span title={note}>
          <InfoCircleOutlined aria-hidden /> {note}
        </span>
      )}
    </>
  );
}
