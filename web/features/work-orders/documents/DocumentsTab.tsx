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
import paperStyles from './documents.module.css';
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
  const act = useDocumentActions(page);
  const [documentToVoid, setDocumentToVoid] = useState<PublicDocument>();
  const madeDocuments = madeQuery.data?.rows ?? [];
  const { view, viewer } = useFileViewer(
    madeDocuments.map(({ id, docName }) => ({ id, name: docName, isPaper: true })),
  );

  if (configuredQuery.data === undefined || madeQuery.data === undefined) return <SkeletonRows rows={4} />;
  const allRows = documentRows(configuredQuery.data.rows, madeQuery.data.rows, madeQuery.data.byHand);
  // In a closed order no node makes another document; rows of documents that can be made manually stay.
  const rows =
    endedAt === null
      ? allRows
      : allRows.filter(({ document, code }) => document !== undefined || code !== undefined);
  if (rows.length === 0)
    return <EmptyState compact title={allRows.length === 0 ? '本事项没有文书' : '本件没有生成文书'} />;
  return (
    <section className={paperStyles.scroll} aria-label="文书列表">
      <table className={paperStyles.papers}>
        <thead>
          <tr>
            <th scope="col" className={paperStyles.index}>
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
                <DocumentActions row={row} act={{ ...act, open: view, voiding: setDocumentToVoid }} />
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

function DocumentName({ row: { name, document, madeAt } }: { row: DocumentRow }) {
  const note = document?.documentNumber ?? '';
  const noteBeforeMaking = madeAt === '' ? '尚未生成' : `在“${madeAt}”环节办理时生成`;
  return (
    <>
      <span className={paperStyles.name}>{name}</span>
      {document ? (
        <span className={paperStyles.state} data-state={document.changed ? 'changed' : document.state}>
          {document.changed ? '已变更' : document.stateLabel}
        </span>
      ) : (
        <span className={paperStyles.note}>{noteBeforeMaking}</span>
      )}
      {note !== '' && <span className={paperStyles.note}>{note}</span>}
      {document?.state === 'prepared' && !document.can.confirm && (
        <p className={paperStyles.note}>办理时生成，尚未提交</p>
      )}
      {document?.changed && (
        <p className={paperStyles.changed}>生成后办件信息有变化，文书内容与现在的办件信息不同</p>
      )}
      {document?.voided && <VoidReason voided={document.voided} />}
    </>
  );
}

function VoidReason({ voided: { reason, by, at } }: { voided: NonNullable<PublicDocument['voided']> }) {
  return (
    <p className={paperStyles.voided}>
      作废原因：{reason}
      {at !== null && (
        <small>
          {by} · <DateTime value={at} />
        </small>
      )}
    </p>
  );
}

type Act = ReturnType<typeof useDocumentActions> & {
  open: (id: string) => void;
  voiding: (document: PublicDocument) => void;
};

function DocumentActions({ row, act }: { row: DocumentRow; act: Act }) {
  const { code, document, name, madeAt } = row;
  const whyNot = row.whyNot || (document || code !== undefined ? '' : madeAt === '' ? '—' : '办理时自动生成');
  const link = (label: string, onClick: () => void, disabled = false) => (
    <Button type="link" size="small" aria-label={`${label}${name}`} disabled={disabled} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <span className={paperStyles.actions}>
      {document?.state === 'prepared' && link('预览', () => act.open(document.id))}
      {document?.can.confirm && link('确认', () => act.confirm(document, 1), act.running)}
      {document?.state === 'prepared' && link('取消', () => act.confirm(document, 0), act.running)}
      {code !== undefined && link(document ? '重新生成' : '生成', () => act.generate(code), act.running)}
      {whyNot !== '' && <span className={paperStyles.note}>{whyNot}</span>}
      {document && document.state !== 'prepared' && link('查看', () => act.open(document.id))}
      {document && document.state !== 'prepared' && link('下载', () => act.download(document.id))}
      {document &&
        document.state !== 'prepared' &&
        document.attachmentDocxUrl !== '' &&
        link('下载 Word', () => act.download(document.attachmentDocxUrl.split('/').at(-1) ?? ''))}
      {document?.can.void && link('作废', () => act.voiding(document))}
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
      await outcome.renewed;
    },
    async confirm({ docId }: PublicDocument, isActive: 0 | 1) {
      const outcome = await confirmMutation.run({ body: { docIds: [docId], isActive } });
      if (outcome.kind === 'failed') feedback.failure(outcome.failure);
      await outcome.renewed;
    },
    download: (id: string) => void saveStoredFile(id).catch(feedback.failure),
  };
}
