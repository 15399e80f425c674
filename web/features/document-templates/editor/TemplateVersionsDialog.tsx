import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { documentTemplates, type TemplateVersion } from '#contract/document-templates.ts';
import type { ItemDocument } from '#domain/documents/item-document.ts';
import { queryOf } from '#web/api/query-of.ts';
import { VersionButtons, VersionsDialog } from '#web/toolkit/definitions/VersionsDialog.tsx';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { bytesOfBase64 } from '#web/toolkit/files/base64.ts';
import { lazyPart } from '#web/toolkit/lazy-parts/lazy-part.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { stateTone } from './template-texts.ts';

const PdfView = lazyPart(async () => (await import('#web/toolkit/files/viewer/PdfView.tsx')).PdfView);

/** Placeholder in the query until the version is loaded; it is never sent. */
const emptyDocument: ItemDocument = {
  template: { code: '', name: '', look: 'letter', title: '', body: [] },
  places: [],
};

/** Shows the versions of a template with their previews, and can copy one into the draft. */
export function TemplateVersionsDialog(props: {
  versions: readonly TemplateVersion[];
  /** True if the editor has unsaved changes, which a copied version replaces. */
  isDirty: boolean;
  /** The document of the version, as it is stored. */
  onCopy: (document: ItemDocument, version: TemplateVersion) => void;
  onClose: () => void;
}) {
  const { versions, isDirty, onCopy, onClose } = props;
  return (
    <VersionsDialog
      versions={versions}
      markOf={({ stateLabel, state }) => <StatusTag label={stateLabel} tone={stateTone[state]} />}
      originOf={({ publishedAt, publishedBy, savedAt, savedBy }) => (
        <>
          {publishedAt ? `${publishedBy} 发布于 ` : `${savedBy} 保存于 `}
          <DateTime value={publishedAt ?? savedAt} />
        </>
      )}
      onClose={onClose}
    >
      {(version) => <VersionPreview version={version} isDirty={isDirty} onCopy={onCopy} />}
    </VersionsDialog>
  );
}

function VersionPreview(props: {
  version: TemplateVersion;
  isDirty: boolean;
  onCopy: (document: ItemDocument, version: TemplateVersion) => void;
}) {
  const { version, isDirty, onCopy } = props;
  const { taskCode, id } = version;
  const read = useQuery(queryOf(documentTemplates.read, { query: { id } }));
  const document = read.data?.document;
  const isInvalid = (read.data?.problems.length ?? 0) > 0;
  const preview = useQuery({
    ...queryOf(documentTemplates.preview, { body: { taskCode, document: document ?? emptyDocument } }),
    enabled: document !== undefined && !isInvalid,
  });
  const pdf = preview.data?.pdf;
  const file = useMemo(
    () => pdf && { name: `第 ${version.version} 版`, bytes: bytesOfBase64(pdf) },
    [pdf, version.version],
  );
  const [hasViewerFailed, setViewerFailed] = useState(false);
  const error = read.error ?? preview.error;
  return (
    <>
      <VersionButtons
        onCopy={document && (() => onCopy(document, version))}
        lossText={isDirty ? '未保存的修改不保留。' : undefined}
      />
      {error !== null && (
        <FailureState
          compact
          failure={error}
          onRetry={() => void (read.isError ? read.refetch() : preview.refetch())}
        />
      )}
      {isInvalid && <EmptyState compact title="这一版有问题，不能预览" hint="取用后在编辑页改正。" />}
      {error === null && !isInvalid && !file && <SkeletonRows rows={6} />}
      {file && !hasViewerFailed && <PdfView plain file={file} onLoadFailed={() => setViewerFailed(true)} />}
    </>
  );
}
