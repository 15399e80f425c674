import { useQuery } from '@tanstack/react-query';
import { Button, Input, Radio } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { type FormVersion, forms } from '#contract/forms.ts';
import { newField } from '#domain/forms/editing.ts';
import { withNewId } from '#domain/forms/linkage-references.ts';
import { hintsOfFields } from '#domain/forms/lint-linkage.ts';
import type { FieldModel, FormModel } from '#domain/forms/model.ts';
import { placeOfProblem, problemWithPlace } from '#domain/forms/problem-places.ts';
import { moveItem } from '#domain/lists/move-item.ts';
import { queryOf } from '#web/api/query-of.ts';
import { DefinitionHead } from '#web/toolkit/definitions/DefinitionHead.tsx';
import { DraftLock } from '#web/toolkit/definitions/DraftLock.tsx';
import { FindingList } from '#web/toolkit/definitions/Findings.tsx';
import { goToControl } from '#web/toolkit/definitions/go-to-control.ts';
import { useDraft } from '#web/toolkit/definitions/use-draft.ts';
import { useStackedSettings } from '#web/toolkit/definitions/use-stacked-settings.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { UnsentGuard } from '#web/toolkit/page/UnsentGuard.tsx';
import type { ReturnPath } from '#web/toolkit/page/use-return-path.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { EditedFormContext } from './edited-form.ts';
import { FieldFields, prefixOfDepth } from './FieldFields.tsx';
import { FieldList } from './FieldList.tsx';
import { FormFileMenu } from './FormFileMenu.tsx';
import { FormInterfaces } from './FormInterfaces.tsx';
import { FormVersionsDialog } from './FormVersionsDialog.tsx';
import styles from './forms.module.css';
import { PreviewedForm } from './PreviewedForm.tsx';
import { PublishFormDialog } from './PublishFormDialog.tsx';
import { previewModel } from './preview-model.ts';

const fieldSettingsIds = { list: 'field-list', settings: 'field-settings', back: '返回字段列表' };

/**
 * Edits a form: its fields in their order, the selected field, and beside or below them a preview for filling
 * in and for reading.
 */
export function FormEditor(props: {
  current: FormModel;
  /** Current version number; 0 for a new form. */
  over: number;
  /** Current versions of the form. */
  versions: readonly FormVersion[];
  returnPath: ReturnPath;
  /** Reopens the editor. */
  onLoad: () => void;
}) {
  const { versions, returnPath, onLoad } = props;
  const [over, setOver] = useState(props.over);
  const [message, setMessage] = useState<string>();
  const draft = useDraft(
    {
      kind: 'form',
      code: props.current.globalConfig.code,
      nameOf: ({ globalConfig }: FormModel) => globalConfig.title,
    },
    { content: props.current, over },
  );
  const { content: model, setContent: setModel, isDirty } = draft;
  const { fields } = model.schema;
  const [chosenIndex, setSelectedIndex] = useState(0);
  const selectedIndex = Math.min(chosenIndex, fields.length - 1);
  /** Counts selections: each draws the settings again, but moving the selected field does not. */
  const [selections, setSelections] = useState(0);
  const select = (index: number) => {
    setSelectedIndex(index);
    setSelections((times) => times + 1);
  };
  /** The place inside the field of the validation problem that the user opened; each jump draws the field again. */
  const [jump, setJump] = useState<{ times: number; inner: readonly number[] }>({ times: 0, inner: [] });
  const stackedSettings = useStackedSettings(fieldSettingsIds);
  const [isPublishing, setPublishing] = useState(false);
  const [showsVersions, setShowsVersions] = useState(false);
  const feedback = useFeedback();
  /** True after the user has published the form here; then items can use the form or its new version. */
  const [isPublished, setPublished] = useState(false);
  const setFields = (next: readonly FieldModel[]) => setModel({ ...model, schema: { fields: next } });
  const field = fields[selectedIndex];
  const uses = useQuery({
    ...queryOf(forms.uses, { query: { code: props.current.globalConfig.code } }),
    enabled: over > 0,
  });
  /** True for a published form without changes: publishing would create an identical version. */
  const isUnchanged = over > 0 && !isDirty;
  const goToProblem = (path: string) => {
    const place = placeOfProblem(fields, path);
    setPublishing(false);
    const [index, ...inner] = place;
    if (index === undefined) return;
    setSelectedIndex(index);
    setJump(({ times }) => ({ times: times + 1, inner }));
  };
  useEffect(() => {
    if (jump.times > 0) goToControl(`${prefixOfDepth(jump.inner.length)}-title`);
  }, [jump]);
  const json = useMemo(() => JSON.stringify(model, null, 2), [model]);
  const { code, title, columns } = model.globalConfig;
  const [newest] = versions;
  const setGlobalConfig = (change: Partial<FormModel['globalConfig']>) =>
    setModel({ ...model, globalConfig: { ...model.globalConfig, ...change } });
  return (
    <Page
      title={title || '表单'}
      {...returnPath}
      actions={
        <>
          <FormFileMenu
            model={model}
            onShowVersions={newest && (() => setShowsVersions(true))}
            json={json}
            isLocked={draft.offeredDraft !== undefined}
            lossText={over > 0 || isDirty ? '导入后取代现有的全部字段，发布后才生效。' : undefined}
            onImport={(imported) => {
              draft.replaceContent(imported);
              select(0);
            }}
          />
          <Button
            type="primary"
            disabled={draft.offeredDraft !== undefined || isUnchanged}
            title={isUnchanged ? '没有未发布的修改' : undefined}
            onClick={() => setPublishing(true)}
          >
            发布
          </Button>
        </>
      }
    >
      <DefinitionHead
        draft={draft}
        code={code}
        isDirty={isDirty}
        over={over}
        newest={newest?.version ?? over}
        message={message}
        onLoad={onLoad}
        onOverwrite={() => {
          setOver(newest?.version ?? over);
          setMessage(undefined);
        }}
      >
        {newest ? (
          <>
            当前第 {newest.version} 版，{newest.publishedBy} <DateTime value={newest.publishedAt} /> 发布
            {isPublished && (
              <>
                。在“<Link to="/business/items">事项</Link>”中选用或换用新版
              </>
            )}
          </>
        ) : (
          '尚未发布'
        )}
      </DefinitionHead>
      <DraftLock draft={draft}>
        <Card title="基本信息">
          <div className={styles.row}>
            <label htmlFor="form-title" data-required>
              表单名称
            </label>
            <Input
              id="form-title"
              aria-required
              className={styles.grow ?? ''}
              maxLength={60}
              value={title}
              onChange={({ target }) => setGlobalConfig({ title: target.value })}
            />
            <Radio.Group
              aria-label="版面"
              value={columns}
              onChange={({ target }) => setGlobalConfig({ columns: target.value as 1 | 2 })}
            >
              <Radio value={2}>两列</Radio>
              <Radio value={1}>一列</Radio>
            </Radio.Group>
          </div>
          <FormInterfaces key={draft.replacements} model={model} onChange={setModel} />
        </Card>
        <EditedFormContext value={{ model, goTo: goToProblem }}>
          <div className={styles.work}>
            <div className={styles.editor}>
              <FieldList
                fields={fields}
                selectedIndex={selectedIndex}
                onSelect={select}
                id={fieldSettingsIds.list}
                onOpen={stackedSettings.open}
                onChange={setFields}
                usesOf={(id) => uses.data?.rows.find((row) => row.field === id)?.uses ?? []}
                onAdd={() => {
                  setFields(fields.toSpliced(selectedIndex + 1, 0, newField(fields)));
                  setSelectedIndex(selectedIndex + 1);
                  setJump(({ times }) => ({ times: times + 1, inner: [] }));
                }}
              />
              {field && (
                <FieldFields
                  key={`${selections} ${jump.times} ${draft.replacements}`}
                  field={field}
                  inner={jump.inner}
                  card={stackedSettings.card}
                  place={{ fields, index: selectedIndex }}
                  onRename={(id) => setFields(withNewId(fields, field, id))}
                  onMove={(to) => {
                    setFields(moveItem(fields, selectedIndex, to));
                    setSelectedIndex(to);
                  }}
                  onChange={(next) =>
                    setFields(fields.map((each, index) => (index === selectedIndex ? next : each)))
                  }
                />
              )}
            </div>
            <div className={styles.preview}>
              <Preview model={model} onGo={goToProblem} />
            </div>
          </div>
        </EditedFormContext>
      </DraftLock>
      <UnsentGuard hasUnsavedInput={draft.hasUnsavedChanges} {...draft.leaveChoices} />
      {showsVersions && (
        <FormVersionsDialog
          versions={versions}
          isDirty={isDirty}
          onCopy={
            draft.offeredDraft
              ? undefined
              : (copied, { version }) => {
                  draft.replaceContent(copied);
                  feedback.success(`已取用第 ${version} 版的内容，发布后成为新版本`);
                  setShowsVersions(false);
                }
          }
          onClose={() => setShowsVersions(false)}
        />
      )}
      {isPublishing && (
        <PublishFormDialog
          editorText={json}
          over={over}
          onDataChanged={(text) => {
            setMessage(text);
            setPublishing(false);
          }}
          onGo={goToProblem}
          onPublished={({ version }) => {
            setOver(version);
            setMessage(undefined);
            draft.deleteStoredDraft();
            setPublishing(false);
            setPublished(true);
          }}
          onClose={() => setPublishing(false)}
        />
      )}
    </Page>
  );
}

function Preview({ model, onGo }: { model: FormModel; onGo: (path: string) => void }) {
  const [mode, setMode] = useState<'edit' | 'read'>('edit');
  const { problems, previewable } = useMemo(() => previewModel(model), [model]);
  const hints = useMemo(() => hintsOfFields(model.schema.fields), [model]);
  return (
    <Card
      title="预览"
      extra={
        <Radio.Group
          aria-label="预览方式"
          value={mode}
          onChange={({ target }) => setMode(target.value as 'edit' | 'read')}
        >
          <Radio value="edit">填写</Radio>
          <Radio value="read">只读</Radio>
        </Radio.Group>
      }
    >
      {problems.length > 0 && (
        <div className={styles.unfinished}>
          <p className={styles.quiet}>
            {previewable ? '以下各处补全后显示在预览中，不影响继续编辑：' : '以下各处补全后显示预览：'}
          </p>
          <FindingList
            label="待补全"
            problems={problems.slice(0, 20)}
            textOf={(problem) => problemWithPlace(model.schema.fields, problem)}
            onGo={onGo}
          />
        </div>
      )}
      {hints.length > 0 && (
        <div className={styles.unfinished}>
          <p className={styles.quiet}>以下各处请核对，不影响发布：</p>
          <FindingList
            label="提示"
            problems={hints.slice(0, 20)}
            textOf={(problem) => problemWithPlace(model.schema.fields, problem)}
            onGo={onGo}
          />
        </div>
      )}
      {previewable && (
        <PreviewedForm
          key={`${mode} ${JSON.stringify(previewable)}`}
          model={previewable}
          isRead={mode === 'read'}
        />
      )}
    </Card>
  );
}
