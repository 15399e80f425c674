import { ReloadOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { useMemo, useState } from 'react';
import type { Problem } from '#domain/refusals/refusals.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { lazyPart } from '#web/toolkit/lazy-parts/lazy-part.tsx';
import type { ActiveTextField } from './editor-context.ts';
import { FactList } from './FactList.tsx';
import styles from './template-editor.module.css';
import type { TemplatePreview } from './use-template-preview.ts';

const PdfView = lazyPart(async () => (await import('#web/toolkit/files/viewer/PdfView.tsx')).PdfView);

/** Shows, next to the form, the preview with sample facts, or the facts that may be inserted. */
export function TemplateSidebar({
  preview,
  hiddenProblems,
  activeField,
}: {
  preview: TemplatePreview;
  /** Problems that are not in the list above: they are shown here. */
  hiddenProblems: readonly Problem[];
  activeField: ActiveTextField | undefined;
}) {
  const [view, setView] = useState<'preview' | 'facts'>('preview');
  return (
    <aside className={styles.side} aria-label="预览和可填内容">
      <header className={styles.sideHead}>
        <Segmented
          aria-label="右侧显示"
          value={view}
          options={[
            { value: 'preview', label: '预览' },
            { value: 'facts', label: '可填内容' },
          ]}
          onChange={setView}
        />
        {view === 'preview' && (
          <Button
            size="small"
            icon={<ReloadOutlined aria-hidden />}
            loading={preview.running}
            onClick={preview.draw}
          >
            刷新预览
          </Button>
        )}
      </header>
      {view === 'facts' ? (
        <FactList activeField={activeField} />
      ) : (
        <PdfPreview preview={preview} hiddenProblems={hiddenProblems} />
      )}
    </aside>
  );
}

function PdfPreview(props: { preview: TemplatePreview; hiddenProblems: readonly Problem[] }) {
  const { pdf, problems, failure, draw } = props.preview;
  const hiddenText = props.hiddenProblems.map(({ message }) => message).join('；');
  const [hasFailed, setFailed] = useState(false);
  const file = useMemo(() => pdf && { name: '文书预览', bytes: pdf }, [pdf]);
  if (failure !== undefined) return <FailureState compact failure={failure} onRetry={draw} />;
  if (file === undefined || hasFailed)
    return problems.length > 0 ? (
      <EmptyState
        compact
        title="改正问题后显示预览"
        hint={hiddenText === '' ? '问题列在上方，点击可定位到出错处。' : `正在填写的地方：${hiddenText}。`}
      />
    ) : null;
  return (
    <div className={styles.drawn}>
      <p className={styles.quiet}>
        {hiddenText !== '' && `正在填写的地方：${hiddenText}。`}
        {problems.length > 0 ? '以下为改正前的预览。' : '用示例内容填写；【】中是表单栏目的名称。'}
      </p>
      <PdfView plain file={file} onLoadFailed={() => setFailed(true)} />
    </div>
  );
}
