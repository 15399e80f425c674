import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { documents, type PublicDocument } from '#contract/documents.ts';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { missingGlyphsText } from '#domain/documents/missing-glyphs.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { saveStoredFile } from '#web/toolkit/files/stored-file.ts';
import { useFileViewer } from '#web/toolkit/files/use-file-viewer.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { type DocumentRow, documentRows } from './document-rows.ts';
import documentStyles from './documents.module.css';
import { VoidDocumentDialog } from './VoidDocumentDialog.tsx';

/** Polling interval until the documents are loaded (S1 §9). */
const pollMs = 1000;
const pollUntilLoaded = {
  retry: false,
  refetchInterval: ({ state }: { state: { data?: unknown } }) => (state.data === undefined ? pollMs : false),
} as const;

/**
 * Shows the documents of an order: those that its item makes, with 生成 and 下载 (S1 §2); no paging, 480 px high.
 */
export function DocumentsTab({ page }: { page: WorkOrderPage }) {
  const { id: workorderId, itemDeployId, endedAt } = page.order;
  const configuredQuery = useQuery({
    ...queryOf(documents.configList, { query: { businessDeployId: itemDeployId } }),
    ...pollUntilLoaded,
  });
  const traceId = page.task?.traceId ?? '';
  const madeQuery = useQuery({
    ...queryOf(documents.publicList, { params: { workorderId }, query: { traceId } }),
    ...pollUntilLoaded,
  });
  const commands = useDocumentActions(page);
  const [documentToVoid, setDocumentToVoid] = useState<PublicDocument>();
  const madeDocuments = madeQuery.data?.rows ?? [];
  const { view, viewer } = useFileViewer(
    madeDocuments.map(({ id, docName }) => ({ id, name: docName, isDocument: true })),
  );

  if (configuredQuery.data === undefined || madeQuery.data === undefined) return <SkeletonRows rows={4} />;
  const allRows = documentRows(
    configuredQuery.data.rows,
    madeQuery.data.rows,
    madeQuery.data.byHand,
    madeQuery.data.stepsOver,
  );
  // In a closed order no node makes another document; rows of documents that can be made manually stay.
  const rows =
    endedAt === null
      ? allRows
      : allRows.filter(({ document, code }) => document !== undefined || code !== undefined);
  if (rows.length === 0)
    return <EmptyState compact title={allRows.length === 0 ? '本事项没有文书' : '本件没有生成文书'} />;
  return (
    <section className={documentStyles.scroll} aria-label="文书列表">
      <table className={documentStyles.table}>
        <thead>
          <tr>
            <th scope="col" className={documentStyles.index}>
              序号
            </th>
            <th scope="col">文书名称</th>
            <th scope="col">操作</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.key}>
              <td>{index + 1}</td>
              <td>
                <DocumentName row={row} />
              </td>
              <td>
                <DocumentActions
                  row={row}
                  commands={{ ...commands, open: view, openVoidDialog: setDocumentToVoid }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {viewer}
      {documentToVoid && (
        <VoidDocumentDialog document={documentToVoid} onClose={() => setDocumentToVoid(undefined)} />
      )}
    </section>
  );
}

function DocumentName({ row: { name, document, noteBeforeMaking } }: { row: DocumentRow }) {
  const note = document?.documentNumber ?? '';
  return (
    <>
      <span className={documentStyles.name}>{name}</span>
      {document ? (
        <span className={documentStyles.state} data-state={document.changed ? 'changed' : document.state}>
          {document.changed ? '已变更' : document.stateLabel}
        </span>
      ) : (
        <span className={documentStyles.note}>{noteBeforeMaking}</span>
      )}
      {note !== '' && <span className={documentStyles.note}>{note}</span>}
      {document?.state === 'prepared' && !document.can.confirm && (
        <p className={documentStyles.note}>办理时生成，尚未提交</p>
      )}
      {document?.changed && (
        <p className={documentStyles.changed}>生成后办件信息有变化，文书内容与现在的办件信息不同</p>
      )}
      {document?.voided && <VoidReason voided={document.voided} />}
    </>
  );
}

function VoidReason({ voided: { reason, by, at } }: { voided: NonNullable<PublicDocument['voided']> }) {
  return (
    <p className={documentStyles.voided}>
      作废原因：{reason}
      {at !== null && (
        <small>
          {by} · <DateTime value={at} />
        </small>
      )}
    </p>
  );
}

type DocumentCommands = ReturnType<typeof useDocumentActions> & {
  open: (id: string) => void;
  openVoidDialog: (document: PublicDocument) => void;
};

function DocumentActions({ row, commands }: { row: DocumentRow; commands: DocumentCommands }) {
  const { code, document, name } = row;
  const whyNot = row.whyNot || (document || code !== undefined ? '' : '—');
  const link = (label: string, onClick: () => void, disabled = false) => (
    <Button type="link" size="small" aria-label={`${label}${name}`} disabled={disabled} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <span className={documentStyles.actions}>
      {document?.state === 'prepared' && link('预览', () => commands.open(document.id))}
      {document?.can.confirm && link('确认', () => commands.confirm(document, 1), commands.running)}
      {document?.state === 'prepared' && link('取消', () => commands.confirm(document, 0), commands.running)}
      {code !== undefined &&
        link(document ? '重新生成' : '生成', () => commands.generate(code), commands.running)}
      {whyNot !== '' && <span className={documentStyles.note}>{whyNot}</span>}
      {document && document.state !== 'prepared' && link('查看', () => commands.open(document.id))}
      {document && document.state !== 'prepared' && link('下载', () => commands.download(document.id))}
      {document &&
        document.state !== 'prepared' &&
        document.attachmentDocxUrl !== '' &&
        link('下载 Word', () => commands.download(document.attachmentDocxUrl.split('/').at(-1) ?? ''))}
      {document?.can.void && link('作废', () => commands.openVoidDialog(document))}
    </span>
  );
}

function useDocumentActions({ order, task }: WorkOrderPage) {
  const makeMutation = useMutation(documents.generate, { afterFailure: true });
  const confirmMutation = useMutation(documents.activateAll, { afterFailure: true });
  const feedback = useFeedback();
  return {
    running: makeMutation.running || confirmMutation.running,
    async generate(code: string) {
      const outcome = await makeMutation.run({
        params: { workorderId: order.id },
        body: { code, traceId: task?.traceId ?? '' },
      });
      if (outcome.kind === 'ignored') return;
      if (outcome.kind === 'failed') feedback.failure(outcome.failure);
      else {
        const { rows } = outcome.data;
        const missingText = missingGlyphsText(rows.flatMap(({ missingLetters }) => missingLetters));
        if (rows.length === 0) feedback.warn('生成失败');
        else if (missingText !== '') feedback.warn(`生成成功，但${missingText}`);
        else feedback.success('生成成功');
      }
      await outcome.renewal;
    },
    async confirm({ docId }: PublicDocument, isActive: 0 | 1) {
      const outcome = await confirmMutation.run({ body: { docIds: [docId], isActive } });
      if (outcome.kind === 'failed') feedback.failure(outcome.failure);
      await outcome.renewal;
    },
    download: (id: string) => void saveStoredFile(id).catch(feedback.failure),
  };
}
