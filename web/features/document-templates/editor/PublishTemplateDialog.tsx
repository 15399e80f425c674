import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { documentTemplates, type TemplateVersion } from '#contract/document-templates.ts';
import { documentChanges } from '#domain/documents/document-changes.ts';
import { withLabels } from '#domain/documents/fact-texts.ts';
import type { ItemDocument } from '#domain/documents/item-document.ts';
import { queryOf } from '#web/api/query-of.ts';
import { ConfirmDialog } from '#web/toolkit/confirm/ConfirmDialog.tsx';
import { Changes } from '#web/toolkit/definitions/Changes.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import type { TemplateFacts } from './editor-context.ts';

/**
 * Asks for confirmation before a template is published (发布): shows the changes against the version
 * in force, and the time from which they apply.
 */
export function PublishTemplateDialog(props: {
  /** With labels in place of paths. */
  document: ItemDocument;
  facts: TemplateFacts;
  /** The version in force. */
  versionInForce: TemplateVersion | undefined;
  /** True if a version was published before and is withdrawn now. */
  wasPublished: boolean;
  submitting: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { document, facts, wasPublished, submitting, onConfirm, onClose } = props;
  /** The version at the time when the dialog was opened. */
  const [versionInForce] = useState(props.versionInForce);
  const previous = useQuery({
    ...queryOf(documentTemplates.read, { query: { id: versionInForce?.id ?? '' } }),
    enabled: versionInForce !== undefined,
  });
  const isReady = versionInForce === undefined || previous.isSuccess;
  return (
    <ConfirmDialog
      action="发布"
      code={document.template.name}
      subject={
        versionInForce
          ? `取代正在使用的第 ${versionInForce.version} 版`
          : wasPublished
            ? '停用后重新启用'
            : '首次发布'
      }
      hasChoices
      disabled={!isReady}
      submitting={submitting}
      onConfirm={onConfirm}
      onCancel={onClose}
    >
      <p>发布后立即用于新生成的文书；已生成的文书不变。</p>
      {versionInForce !== undefined && previous.isPending && <SkeletonRows rows={3} />}
      {previous.isError && (
        <FailureState compact failure={previous.error} onRetry={() => void previous.refetch()} />
      )}
      {previous.isSuccess && (
        <ChangesOf previous={withLabels(previous.data.document, facts)} after={document} />
      )}
    </ConfirmDialog>
  );
}

function ChangesOf({ previous, after }: { previous: ItemDocument; after: ItemDocument }) {
  const changes = documentChanges(previous, after);
  if (changes.length === 0) return <p>与正在使用的版本相同。</p>;
  return <Changes changes={changes} />;
}
