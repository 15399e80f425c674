import { SaveOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { documentTemplates, type TemplateVersion } from '#contract/document-templates.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { unfilledParts } from '#domain/documents/initial-template.ts';
import { queryOf } from '#web/api/query-of.ts';
import { NewestContentNotice } from '#web/toolkit/concurrent-edits/NewestContentNotice.tsx';
import { PublishProblems } from '#web/toolkit/definitions/PublishProblems.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { Page } from '#web/toolkit/page/Page.tsx';
import { UnsentGuard } from '#web/toolkit/page/UnsentGuard.tsx';
import type { ReturnPath } from '#web/toolkit/page/use-return-path.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { type ActiveTextField, EditorContext, type TemplateFacts } from './editor-context.ts';
import { NewTemplateDialog } from './NewTemplateDialog.tsx';
import { PublishTemplateDialog } from './PublishTemplateDialog.tsx';
import { TemplateForm } from './TemplateForm.tsx';
import { TemplateJsonDialog } from './TemplateJsonDialog.tsx';
import { TemplateSidebar } from './TemplateSidebar.tsx';
import { TemplateVersionsDialog } from './TemplateVersionsDialog.tsx';
import styles from './template-editor.module.css';
import { addressOfTemplate, labelOfPart, stateTone } from './template-texts.ts';
import { useShownProblems } from './use-shown-problems.ts';
import { useTemplateEditor } from './use-template-editor.ts';
import { useTemplatePreview } from './use-template-preview.ts';
import { type Withdrawal, WithdrawTemplateDialog } from './WithdrawTemplateDialog.tsx';

type OpenDialogKind = 'publish' | 'versions' | 'json' | 'copy';

/**
 * Edits one document template: its parts on the left, its preview on the right, its validation problems on
 * top.
 */
export function TemplateEditor(props: {
  versions: readonly TemplateVersion[];
  openedVersion: OutputOf<typeof documentTemplates.read>;
  facts: TemplateFacts;
  returnPath: ReturnPath;
  /** Reopens the editor. */
  onLoad: () => void;
}) {
  const { versions, openedVersion, facts, returnPath, onLoad } = props;
  const editor = useTemplateEditor({ versions, openedVersion, facts });
  const { base, document, documentWithPaths, isDirty, isRestored } = editor;
  const preview = useTemplatePreview(base.taskCode, documentWithPaths, openedVersion.problems);
  const { shown: problems, handlers: problemHandlers } = useShownProblems(preview.problems, base.savedAt);
  /** Problems of the part that the user is typing in, which the list above does not show yet. */
  const hiddenProblems = preview.problems.filter((problem) => !problems.includes(problem));
  const hasOnlyUnfilledParts = preview.problems.length <= unfilledParts(documentWithPaths.template).length;
  const list = useQuery(queryOf(documentTemplates.list, { query: {} }));
  const feedback = useFeedback();
  const navigate = useNavigate();
  const [openDialog, setOpenDialog] = useState<OpenDialogKind>();
  const close = () => setOpenDialog(undefined);
  const [withdrawal, setWithdrawal] = useState<Withdrawal>();
  const [activeField, setActiveField] = useState<ActiveTextField>();
  const editorContext = useMemo(
    () => ({
      facts,
      onActiveFieldChange: setActiveField,
      problemsAt: (field: string) =>
        problems.filter((problem) => problem.field === field).map(({ message }) => message),
    }),
    [facts, problems],
  );
  const form = useRef<HTMLDivElement>(null);
  // The editor's own version is newer than the list, which reloads after each mutation.
  const otherVersions = versions.filter(({ id }) => id !== base.id);
  const versionInForce =
    base.state === 'published' ? base : otherVersions.find(({ state }) => state === 'published');
  const wasPublished = [base, ...otherVersions].some(({ publishedAt }) => publishedAt !== null);
  const withdrawableState = base.state === 'draft' || base.state === 'published' ? base.state : undefined;
  const mayPublish =
    (isDirty || base.state !== 'published') && preview.problems.length === 0 && !editor.running;
  const isDirtyRef = useRef(isDirty);
  isDirtyRef.current = isDirty;
  const hasUnsent = useCallback(() => isDirtyRef.current, []);
  const publish = async () => {
    close();
    await editor.publish();
  };

  return (
    <Page
      title={document.template.name || '文书模板'}
      {...returnPath}
      actions={
        <>
          <Button
            icon={<SaveOutlined aria-hidden />}
            disabled={!isDirty}
            loading={editor.running}
            title="Ctrl+S"
            onClick={() => void editor.save()}
          >
            保存草稿
          </Button>
          <Button type="primary" disabled={!mayPublish} onClick={() => setOpenDialog('publish')}>
            发布
          </Button>
        </>
      }
    >
      <p className={styles.state}>
        <span>
          {list.data?.items.find(({ taskCode }) => taskCode === base.taskCode)?.name ?? base.taskCode}
        </span>
        <StatusTag label={base.stateLabel} tone={stateTone[base.state]} />
        <span>
          {versionText(base, versionInForce, wasPublished)}，{base.savedBy} <DateTime value={base.savedAt} />{' '}
          保存
        </span>
        {isDirty && <strong className={styles.unsaved}>有未保存的修改</strong>}
        {isRestored && isDirty && (
          <span>
            已恢复上次没有保存的内容
            <Button type="link" size="small" onClick={editor.revert}>
              不要恢复
            </Button>
          </span>
        )}
        <span className={styles.tools}>
          <Button size="small" onClick={() => setOpenDialog('versions')}>
            版本
          </Button>
          <Button size="small" onClick={() => setOpenDialog('copy')} disabled={!list.isSuccess}>
            复制
          </Button>
          <Button size="small" onClick={() => setOpenDialog('json')}>
            代码
          </Button>
          {withdrawableState && (
            <Button
              size="small"
              danger
              disabled={editor.running}
              onClick={() =>
                setWithdrawal({ version: base, state: withdrawableState, inForce: versionInForce, isDirty })
              }
            >
              {withdrawableState === 'draft' ? '放弃草稿' : '停用'}
            </Button>
          )}
        </span>
      </p>
      <NewestContentNotice message={editor.message} onLoad={onLoad} onKeep={editor.overwriteNewest} />
      <PublishProblems
        hasOnlyMissingValues={hasOnlyUnfilledParts}
        problems={problems.map(({ field, message }) => ({
          field,
          message: `${labelOfPart(field)}：${message}`,
        }))}
        onGo={(field) => goToField(form.current, field)}
      />
      <EditorContext.Provider value={editorContext}>
        <div className={styles.editor} {...problemHandlers}>
          <div ref={form}>
            <TemplateForm document={document} onChange={editor.setDocument} />
          </div>
          <TemplateSidebar
            preview={hasOnlyUnfilledParts ? { ...preview, problems: [] } : preview}
            hiddenProblems={hasOnlyUnfilledParts ? [] : hiddenProblems}
            activeField={activeField}
          />
        </div>
      </EditorContext.Provider>
      <UnsentGuard
        hasUnsavedInput={hasUnsent}
        kind="saved"
        onSave={async () => (await editor.save()) !== undefined}
      />
      {openDialog === 'publish' && (
        <PublishTemplateDialog
          document={document}
          facts={facts}
          versionInForce={versionInForce}
          wasPublished={wasPublished}
          submitting={editor.running}
          onConfirm={() => void publish()}
          onClose={close}
        />
      )}
      {openDialog === 'versions' && (
        <TemplateVersionsDialog
          versions={versions}
          isDirty={isDirty}
          onCopy={(document, version) => {
            editor.replaceContent(document);
            feedback.success(`已取用第 ${version.version} 版的内容，保存后成为草稿`);
            close();
          }}
          onClose={close}
        />
      )}
      {openDialog === 'json' && (
        <TemplateJsonDialog
          taskCode={base.taskCode}
          document={documentWithPaths}
          onApply={(document) => {
            editor.replaceContent(document);
            close();
          }}
          onClose={close}
        />
      )}
      {openDialog === 'copy' && list.data && (
        <NewTemplateDialog
          list={list.data}
          documentToCopy={documentWithPaths}
          onCreate={(created) => void navigate(addressOfTemplate(created))}
          onClose={close}
        />
      )}
      {withdrawal && (
        <WithdrawTemplateDialog
          withdrawal={withdrawal}
          onWithdrawn={(result) => {
            setWithdrawal(undefined);
            editor.setBase(result);
          }}
          // The content of a discarded draft is removed: the editor opens with the remaining version.
          onDone={() => withdrawal.state === 'draft' && onLoad()}
          onDataChanged={(message) => {
            editor.setMessage(message);
            setWithdrawal(undefined);
          }}
          onClose={() => setWithdrawal(undefined)}
        />
      )}
    </Page>
  );
}

/** Returns the name of the edited version, and below a draft also of the version that new documents use. */
function versionText(
  base: TemplateVersion,
  versionInForce: TemplateVersion | undefined,
  wasPublished: boolean,
): string {
  if (base.state !== 'draft') return `第 ${base.version} 版`;
  const draft = `草稿第 ${base.version} 版`;
  if (versionInForce) return `已发布第 ${versionInForce.version} 版，${draft}`;
  return wasPublished ? `没有在用的版本，${draft}` : draft;
}

/** Scrolls to the part and puts the cursor into it. */
function goToField(form: HTMLElement | null, field: string): void {
  const part = form?.querySelector(`[data-part="${CSS.escape(field)}"]`);
  part?.scrollIntoView({ block: 'center' });
  part?.querySelector<HTMLElement>('textarea, input')?.focus({ preventScroll: true });
}
