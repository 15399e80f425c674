import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { forms } from '#contract/forms.ts';
import { queryOf } from '#web/api/query-of.ts';
import { CancelButton, EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { FileDrop } from '#web/toolkit/files/FileDrop.tsx';
import styles from './forms.module.css';
import { useFormDeed } from './use-form-deed.ts';

const mostCharacters = 1_000_000;

/** 发布表单: what stands against it and what it changes. The file is chosen here, or the form was written by hand. */
export function PublishFormDialog(props: {
  /** Written by hand. */
  written?: string;
  onGo?: (field: string) => void;
  onPublished: (code: string) => void;
  onClose: () => void;
}) {
  const { written, onGo, onPublished, onClose } = props;
  const [file, setFile] = useState<{ name: string; json: string }>();
  const feedback = useFeedback();
  const { deed, running } = useFormDeed(forms.publish);
  const json = written ?? file?.json;
  const checked = useQuery({
    ...queryOf(forms.check, { body: { json: json ?? '' } }),
    enabled: json !== undefined,
    gcTime: 0,
  });
  const take = async (chosen: File) => {
    const text = await chosen.text();
    if (text.length > mostCharacters) return feedback.warn('文件过大，表单文件不能超过 1 MB');
    setFile({ name: chosen.name, json: text });
  };
  const { problems = [], form, changes = [] } = checked.data ?? {};
  const publish = async () => {
    if (json === undefined) return;
    const answer = await deed({ body: { json } }, '表单已发布');
    if (answer) onPublished(answer.code);
  };
  return (
    <EditingModal
      open
      title={form ? `发布表单“${form.name}”` : '发布表单文件'}
      width={800}
      unsaved={() => written === undefined && file !== undefined}
      loss="选择的文件尚未发布，关闭后不保留。"
      onCancel={onClose}
      footer={
        <>
          <CancelButton />
          <Button
            type="primary"
            loading={running}
            disabled={!checked.isSuccess || problems.length > 0}
            onClick={() => void publish()}
          >
            确认发布
          </Button>
        </>
      }
    >
      {written === undefined && (
        <FileDrop
          label={file ? `已选择 ${file.name}，点击或拖入另选` : '选择或拖入表单文件'}
          hint="从“表单”下载的 JSON 文件"
          accept=".json"
          onFile={(chosen) => void take(chosen)}
        />
      )}
      <div className={styles.checked} aria-live="polite">
        {json !== undefined && checked.isPending && <SkeletonRows rows={4} />}
        {checked.isError && (
          <FailureState compact failure={checked.error} onRetry={() => void checked.refetch()} />
        )}
        {problems.length > 0 && (
          <>
            <h3 className={styles.fault}>发布前须改正 {problems.length} 处</h3>
            <ul className={styles.findings}>
              {problems.map(({ field, message }) => (
                <li key={`${field} ${message}`}>
                  {onGo ? (
                    <button type="button" onClick={() => onGo(field)}>
                      {field}：{message}
                    </button>
                  ) : (
                    `${field}：${message}`
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
        {checked.isSuccess && problems.length === 0 && form && (
          <>
            <h3>
              {form.current === null
                ? '首次发布，成为第 1 版'
                : `取代第 ${form.current} 版，成为第 ${form.current + 1} 版`}
            </h3>
            <p>
              在办件按各自开始时的版本办完；事项要用新版，请在“事项”中重新发布。
              {form.current !== null && changes.length === 0 && '与当前版本没有差别。'}
            </p>
            {changes.length > 0 && (
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">改动的部分</th>
                    <th scope="col">原来</th>
                    <th scope="col">发布后</th>
                  </tr>
                </thead>
                <tbody>
                  {changes.map(({ part, before, after }) => (
                    <tr key={`${part} ${before}`}>
                      <th scope="row">{part}</th>
                      <td>{before === '' ? '—' : <del>{before}</del>}</td>
                      <td>{after === '' ? '—' : <ins>{after}</ins>}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </>
        )}
      </div>
    </EditingModal>
  );
}
