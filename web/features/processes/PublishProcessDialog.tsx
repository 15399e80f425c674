import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { type ProcessRow, processes } from '#contract/processes.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { queryOf } from '#web/api/query-of.ts';
import { CancelButton, EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { FileDrop } from '#web/toolkit/files/FileDrop.tsx';
import styles from './processes.module.css';
import { useProcessDeed } from './use-process-deed.ts';

type Checked = OutputOf<typeof processes.lint>;

const mostCharacters = 2_000_000;

/**
 * 发布流程: what stands against a file, what was filled in of it, and what it changes. The file is chosen here, or was
 * written of steps.
 */
export function PublishProcessDialog(props: {
  /** Written of steps. */
  written?: string;
  /** Only a new version of this one is taken. */
  expected?: string;
  /** Leads to the step that a problem is at. */
  onGo?: (field: string) => void;
  onPublished: (row: ProcessRow) => void;
  onClose: () => void;
}) {
  const { written, expected, onGo, onPublished, onClose } = props;
  const [file, setFile] = useState<{ name: string; xml: string }>();
  const feedback = useFeedback();
  const { deed, running } = useProcessDeed(processes.publish);
  const xml = written ?? file?.xml;
  const checked = useQuery({
    ...queryOf(processes.lint, { body: { xml: xml ?? '' } }),
    enabled: xml !== undefined,
    gcTime: 0,
  });
  const take = async (chosen: File) => {
    const text = await chosen.text();
    if (text.length > mostCharacters) return feedback.warn('文件过大，流程文件不能超过 2 MB');
    setFile({ name: chosen.name, xml: text });
  };
  const process = checked.data?.process;
  const other = expected !== undefined && process != null && process.key !== expected;
  const mayPublish = checked.isSuccess && checked.data.problems.length === 0 && !other;
  const publish = async () => {
    if (xml === undefined) return;
    const row = await deed({ body: { xml } }, '流程已发布');
    if (row) onPublished(row);
  };
  return (
    <EditingModal
      open
      title={process ? `发布流程“${process.name}”` : '发布流程文件'}
      width={800}
      unsaved={() => written === undefined && file !== undefined}
      loss="选择的文件尚未发布，关闭后不保留。"
      onCancel={onClose}
      footer={
        <>
          <CancelButton />
          <Button type="primary" loading={running} disabled={!mayPublish} onClick={() => void publish()}>
            确认发布
          </Button>
        </>
      }
    >
      {written === undefined && (
        <FileDrop
          label={file ? `已选择 ${file.name}，点击或拖入另选` : '选择或拖入流程文件'}
          hint="BPMN 2.0 文件（.bpmn、.xml），Flowable、Camunda、bpmn-js 等工具画的都可以"
          accept=".bpmn,.xml"
          onFile={(chosen) => void take(chosen)}
        />
      )}
      <div className={styles.checked} aria-live="polite">
        {xml !== undefined && checked.isPending && <SkeletonRows rows={4} />}
        {checked.isError && (
          <FailureState compact failure={checked.error} onRetry={() => void checked.refetch()} />
        )}
        {other && (
          <p role="alert" className={styles.fault}>
            文件是流程“{process.name}”（{process.key}），不是 {expected}；请到流程列表发布。
          </p>
        )}
        {checked.isSuccess && <Findings checked={checked.data} onGo={onGo} />}
      </div>
    </EditingModal>
  );
}

function Findings({ checked, onGo }: { checked: Checked; onGo: ((field: string) => void) | undefined }) {
  const { problems, hints, process, changes } = checked;
  return (
    <>
      {problems.length > 0 && (
        <>
          <h3 className={styles.fault}>发布前须改正 {problems.length} 处</h3>
          <List found={problems} onGo={onGo} />
        </>
      )}
      {hints.length > 0 && (
        <>
          <h3>提示 {hints.length} 处，不影响发布</h3>
          <List found={hints} onGo={onGo} />
        </>
      )}
      {problems.length === 0 && process && (
        <>
          <h3>
            {process.current === null
              ? '首次发布，成为第 1 版'
              : `取代第 ${process.current} 版，成为第 ${process.current + 1} 版`}
          </h3>
          <p>
            在办件按各自开始时的版本办完；事项要用新版，请在“事项”中重新发布。
            {process.current !== null && changes.length === 0 && '与当前版本没有实质差别。'}
          </p>
          {changes.length > 0 && <Changes changes={changes} />}
        </>
      )}
    </>
  );
}

function List({ found, onGo }: { found: readonly Problem[]; onGo: ((field: string) => void) | undefined }) {
  return (
    <ul className={styles.findings}>
      {found.map(({ field, message }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one element may have the same fault twice
        <li key={at}>
          {onGo ? (
            <button type="button" onClick={() => onGo(field)}>
              {message}
            </button>
          ) : (
            message
          )}
        </li>
      ))}
    </ul>
  );
}

function Changes({ changes }: Pick<Checked, 'changes'>) {
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">改动的部分</th>
          <th scope="col">原来</th>
          <th scope="col">发布后</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ part, before, after }) => (
          <tr key={part}>
            <th scope="row">{part}</th>
            <td>{before === '' ? '—' : <del>{before}</del>}</td>
            <td>{after === '' ? '—' : <ins>{after}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
