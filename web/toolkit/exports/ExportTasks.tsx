import { Button } from 'antd';
import { useState } from 'react';
import { type ExportTask, exportTasks } from '#contract/exports.ts';
import { type ExportState, exportStateLabel, isExportOpen } from '#domain/lists/export-format.ts';
import { sizeText } from '#domain/uploads/size-text.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { useFeedback } from '../feedback/use-feedback.ts';
import { DateTime } from '../status/DateTime.tsx';
import { StatusTag, type StatusTone } from '../status/StatusTag.tsx';
import styles from './exports.module.css';
import { downloadExport } from './my-exports.ts';

const tone: Record<ExportState, StatusTone> = {
  waiting: 'neutral',
  running: 'progress',
  done: 'success',
  failed: 'error',
  cancelled: 'neutral',
};

/** Shows exports one below the other: their progress and their actions. */
export function ExportTasks(props: { tasks: readonly ExportTask[]; label: string }) {
  return (
    <ul className={styles.tasks} aria-label={props.label}>
      {props.tasks.map((task) => (
        <li key={task.id}>
          <Task task={task} />
        </li>
      ))}
    </ul>
  );
}

function Task({ task }: { task: ExportTask }) {
  const { fileName, state, rows, rowsInAll, filters } = task;
  return (
    <>
      <div className={styles.name}>
        <strong>{fileName}</strong>
        {task.refusedBecause === null ? (
          <StatusTag tone={tone[state]} label={exportStateLabel[state]} />
        ) : (
          <StatusTag tone="warning" label="不能下载" />
        )}
      </div>
      {isExportOpen(state) ? (
        <div className={styles.progress}>
          <div
            className={styles.bar}
            role="progressbar"
            aria-label={`${fileName}的进度`}
            aria-valuemin={0}
            aria-valuemax={rowsInAll}
            aria-valuenow={rows}
          >
            <span style={{ width: `${rowsInAll === 0 ? 0 : (100 * rows) / rowsInAll}%` }} />
          </div>
          <span>
            {rows} / {rowsInAll} 条
          </span>
        </div>
      ) : (
        <div className={styles.facts}>
          <Outcome task={task} />
        </div>
      )}
      <div className={styles.facts}>导出条件：{filters || '全部'}</div>
      <TaskButtons task={task} />
    </>
  );
}

function Outcome({ task }: { task: ExportTask }) {
  const { state, rows, leftOut, size, askedAt, keptUntil, refusedBecause } = task;
  if (state !== 'done')
    return (
      <>
        <DateTime value={askedAt} />
        <span>{state === 'failed' ? '文件未能生成，请重试' : '没有生成文件'}</span>
      </>
    );
  return (
    <>
      <span>{rows} 条</span>
      {leftOut > 0 && <span className={styles.leftOut}>勾选的 {leftOut} 条已不在列表中，未导出</span>}
      <span>{sizeText(size)}</span>
      {refusedBecause === null ? (
        <span>
          <DateTime value={keptUntil} /> 前可下载
        </span>
      ) : (
        <span className={styles.leftOut}>{refusedBecause}</span>
      )}
    </>
  );
}

/** Shows 取消 for a running export, 下载 for a finished one, 重试 for a failed one. */
function TaskButtons({ task }: { task: ExportTask }) {
  const { id, state, fileName, refusedBecause } = task;
  const feedback = useFeedback();
  const cancelMutation = useMutation(exportTasks.cancel, { afterFailure: true });
  const retryMutation = useMutation(exportTasks.retry, { afterFailure: true });
  const [isDownloading, setIsDownloading] = useState(false);

  const change = async ({ run }: typeof cancelMutation | typeof retryMutation) => {
    const outcome = await run({ params: { id } });
    if (outcome.kind === 'failed') feedback.failure(outcome.failure);
    await outcome.renewal;
  };
  const fetchFile = async () => {
    setIsDownloading(true);
    try {
      await downloadExport(id);
    } catch (failure) {
      feedback.failure(failure);
    } finally {
      setIsDownloading(false);
    }
  };
  if (state === 'done' && refusedBecause !== null) return null;
  if (state === 'done')
    return (
      <Button
        type="primary"
        aria-label={`下载 ${fileName}`}
        loading={isDownloading}
        onClick={() => void fetchFile()}
      >
        下载
      </Button>
    );
  return isExportOpen(state) ? (
    <Button
      aria-label={`取消导出 ${fileName}`}
      loading={cancelMutation.running}
      onClick={() => void change(cancelMutation)}
    >
      取消
    </Button>
  ) : (
    <Button
      aria-label={`重试 ${fileName}`}
      loading={retryMutation.running}
      onClick={() => void change(retryMutation)}
    >
      重试
    </Button>
  );
}
