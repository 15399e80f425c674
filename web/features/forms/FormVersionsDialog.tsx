import { DownloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type FormVersion, forms } from '#contract/forms.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { queryOf } from '#web/api/query-of.ts';
import { VersionButtons, VersionsDialog } from '#web/toolkit/definitions/VersionsDialog.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { saveFile } from '#web/toolkit/page/save-file.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import styles from './forms.module.css';
import { PreviewedForm } from './PreviewedForm.tsx';

interface VersionProps {
  /** Copies the content of a version into the editor; undefined while the editor is locked. */
  onCopy: ((model: FormModel, version: FormVersion) => void) | undefined;
  /** True if the editor has changes, which a copied version replaces. */
  isDirty: boolean;
}

/** Shows the versions of a form with their previews, and can download one or copy it into the draft. */
export function FormVersionsDialog(
  props: VersionProps & { versions: readonly FormVersion[]; onClose: () => void },
) {
  const { versions, onClose, ...versionProps } = props;
  return (
    <VersionsDialog
      versions={versions}
      markOf={({ id }) => id === versions[0]?.id && '（当前）'}
      originOf={({ publishedBy, publishedAt }) => (
        <>
          {publishedBy} 发布于 <DateTime value={publishedAt} />
        </>
      )}
      onClose={onClose}
    >
      {(version) => <VersionPreview version={version} {...versionProps} />}
    </VersionsDialog>
  );
}

function VersionPreview({ version, onCopy, isDirty }: VersionProps & { version: FormVersion }) {
  const read = useQuery(queryOf(forms.version, { query: { id: version.id } }));
  const model = read.data?.model as FormModel | undefined;
  return (
    <>
      <VersionButtons
        onCopy={model && onCopy && (() => onCopy(model, version))}
        lossText={isDirty ? '未发布的修改不保留。' : undefined}
      >
        <Button
          icon={<DownloadOutlined aria-hidden />}
          disabled={model === undefined}
          onClick={() =>
            saveFile(
              `${version.code}-${version.version}.json`,
              JSON.stringify(model, null, 2),
              'application/json',
            )
          }
        >
          下载
        </Button>
      </VersionButtons>
      <p className={styles.versionItems}>
        {version.items.length > 0 ? `使用这一版的事项：${version.items.join('、')}` : '没有事项使用这一版'}
      </p>
      {read.isPending && <SkeletonRows rows={6} />}
      {read.isError && <FailureState compact failure={read.error} onRetry={() => void read.refetch()} />}
      {model && (
        <section className={styles.versionPreview} aria-label={`第 ${version.version} 版的预览`}>
          <PreviewedForm model={model} isRead={false} />
        </section>
      )}
    </>
  );
}
