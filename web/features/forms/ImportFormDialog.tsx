import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { forms } from '#contract/forms.ts';
import { formComponentLabel } from '#domain/enumerations/form-component.ts';
import { isKindName } from '#domain/forms/kinds/kinds.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { problemWithPlace } from '#domain/forms/problem-places.ts';
import { queryOf } from '#web/api/query-of.ts';
import { FindingList } from '#web/toolkit/definitions/Findings.tsx';
import { readText } from '#web/toolkit/definitions/read-text.ts';
import { CancelButton, EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { FileDrop } from '#web/toolkit/files/FileDrop.tsx';
import styles from './import-form.module.css';

type ReadSchema = OutputOf<typeof forms.readSchema>;

const maxCharacters = 1_000_000;

/** Shows 导入表单: the fields of a schema of another product and the parts left out, before it is the draft. */
export function ImportFormDialog(props: {
  /** Says what the imported form replaces; undefined if that is nothing. */
  lossText: string | undefined;
  onImport: (model: FormModel) => void;
  onClose: () => void;
}) {
  const { lossText, onImport, onClose } = props;
  const [chosen, setChosen] = useState<{ name: string; text: string }>();
  const feedback = useFeedback();
  const read = useQuery({
    ...queryOf(forms.readSchema, { body: { json: chosen?.text ?? '' } }),
    enabled: chosen !== undefined,
    gcTime: 0,
    networkMode: 'always',
    retry: false,
  });
  const readFile = async (file: File) => {
    const { text } = readText(new Uint8Array(await file.arrayBuffer()));
    if (text.length > maxCharacters) return feedback.warn('文件过大，表单文件不能超过 1 MB');
    setChosen({ name: file.name, text });
  };
  const model = read.data?.draft?.model as FormModel | undefined;
  return (
    <EditingModal
      open
      title="导入表单"
      width={800}
      unsaved={() => chosen !== undefined}
      lossText="选择的文件尚未导入，关闭后不保留。"
      stayLabel="返回"
      onCancel={onClose}
      footer={
        <>
          <CancelButton />
          <Button type="primary" disabled={model === undefined} onClick={() => model && onImport(model)}>
            导入为草稿
          </Button>
        </>
      }
    >
      <FileDrop
        label={chosen ? `已选择 ${chosen.name}，点击或拖入另选` : '选择或拖入文件'}
        hint="Formily、form-js 或 SurveyJS 的 JSON 文件，以及本系统导出的文件"
        accept=".json"
        onFile={(file) => void readFile(file)}
      />
      <div className={styles.imported} aria-live="polite">
        {chosen !== undefined && read.isPending && <SkeletonRows rows={4} />}
        {read.isError && <FailureState compact failure={read.error} onRetry={() => void read.refetch()} />}
        {read.data && <Result read={read.data} lossText={lossText} />}
      </div>
    </EditingModal>
  );
}

function Result({ read: { problems, draft }, lossText }: { read: ReadSchema; lossText: string | undefined }) {
  if (draft === null)
    return (
      <p role="alert" className={styles.refusal}>
        {problems.map(({ message }) => message).join('；')}
      </p>
    );
  const { shape, leftOut, unfinished } = draft;
  const { fields } = (draft.model as FormModel).schema;
  return (
    <>
      <p>
        识别为 {shape}，取用 {fields.length} 个字段
        {leftOut.length === 0 ? '，没有遗漏。' : `，另有 ${leftOut.length} 处未取用或有更改。`}
        {lossText}
      </p>
      {leftOut.length > 0 && (
        <section>
          <h3>未取用或有更改 {leftOut.length} 处</h3>
          <ul aria-label="未取用或有更改" className={styles.leftOut}>
            {leftOut.map(({ path, message }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one place may have the same message twice
              <li key={index}>
                {message}
                {path !== '' && <code>{path}</code>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {unfinished.length > 0 && (
        <section>
          <h3>导入后还须补全 {unfinished.length} 处</h3>
          <FindingList
            label="导入后还须补全"
            problems={unfinished.slice(0, 50)}
            textOf={(problem) => problemWithPlace(fields, problem)}
            onGo={undefined}
          />
        </section>
      )}
      <section>
        <h3>取用的字段 {fields.length} 个</h3>
        <ul aria-label="取用的字段" className={styles.taken}>
          {fields.map(({ id, title, 'x-component': kind, columns }) => (
            <li key={id}>
              {title}
              <span className={styles.takenKind}>
                {isKindName(kind) ? formComponentLabel[kind] : kind}
                {columns && `（${columns.map((column) => column.title).join('、')}）`}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
