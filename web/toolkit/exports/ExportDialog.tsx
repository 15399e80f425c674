import { useQuery } from '@tanstack/react-query';
import { App, Button, Checkbox, Radio } from 'antd';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { exportTasks } from '#contract/exports.ts';
import { ExportFormat, exportFormatLabel, isExportOpen } from '#domain/lists/export-format.ts';
import { exportLimits } from '#domain/lists/export-limits.ts';
import { listDialog } from '#domain/lists/filters.ts';
import { isCallError } from '#web/api/call-error.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { AppModal } from '../dialog/AppModal.tsx';
import { FailureState } from '../feedback/FailureState.tsx';
import { SkeletonRows } from '../feedback/ScreenSkeleton.tsx';
import { useFeedback } from '../feedback/use-feedback.ts';
import type { ListQuery } from '../list-model/list-types.ts';
import { ExportTasks } from './ExportTasks.tsx';
import styles from './exports.module.css';
import { useMyExports } from './my-exports.ts';

export interface ExportDialogProps {
  /** Name of the list on the server. */
  list: string;
  title: string;
  query: ListQuery;
  /** Keys of the ticked rows. */
  ids: readonly string[];
  /** The user's columns, in their order. */
  columns: readonly { key: string; title: string; shown: boolean }[];
  onClose: () => void;
}

/**
 * Shows 导出 of a list: asks for rows, columns and format; then shows the progress, until the file can be
 * downloaded.
 */
export function ExportDialog(props: ExportDialogProps) {
  const [taskId, setTaskId] = useState<string>();
  return taskId === undefined ? (
    <RequestDialog {...props} onRequested={setTaskId} />
  ) : (
    <ProgressDialog id={taskId} title={props.title} onClose={props.onClose} />
  );
}

function RequestDialog(props: ExportDialogProps & { onRequested: (id: string) => void }) {
  const { list, title, ids, columns, onClose, onRequested } = props;
  const { filters, sort, order } = props.query;
  const query = { ...filters, ...(sort && { sort }), ...(order && { order }) };
  const [onlySelected, setOnlySelected] = useState(ids.length > 0);
  const [format, setFormat] = useState<ExportFormat>(ExportFormat.xlsx);
  const [keys, setKeys] = useState(() => columns.filter(({ shown }) => shown).map(({ key }) => key));
  const { pathname } = useLocation();
  const { modal } = App.useApp();
  const feedback = useFeedback();
  const request = useMutation(exportTasks.request);
  const check = useQuery({ ...queryOf(exportTasks.check, { body: { list, query } }), gcTime: 0 });

  const exportableKeys = new Set(check.data?.columns.map(({ key }) => key));
  const exportableColumns = columns.filter(({ key }) => exportableKeys.has(key));
  const selectedKeys = exportableColumns.map(({ key }) => key).filter((key) => keys.includes(key));
  const tooManyTicked = ids.length > exportLimits.maxSelectedRows;
  const isRefused =
    !onlySelected && (check.data?.decision === 'refuse' || check.data?.decision === 'nothing');

  const requestExport = async () => {
    const outcome = await request.run({
      body: {
        list,
        query,
        columns: selectedKeys,
        format,
        pagePath: pathname,
        ...(onlySelected && { ids: [...ids] }),
      },
    });
    if (outcome.kind === 'done') {
      await outcome.renewal;
      onRequested(outcome.data.id);
    }
    if (outcome.kind === 'failed') showRefusal(outcome.failure);
  };
  const showRefusal = (failure: unknown) => {
    const problems = isCallError(failure) ? failure.problems : [];
    if (problems.length === 0) return feedback.failure(failure);
    modal.error({
      title: listDialog.exportFailed,
      okText: '知道了',
      content: `${listDialog.completeFirst}：${problems.map(({ message }) => message).join('；')}`,
    });
  };
  const submit = () => {
    if (onlySelected || check.data?.decision !== 'confirm') return void requestExport();
    modal.confirm({ title: check.data.message, okText: '继续导出', cancelText: '取消', onOk: requestExport });
  };
  return (
    <AppModal
      open
      width={640}
      title={`导出${title}`}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            type="primary"
            loading={request.running}
            disabled={
              check.data === undefined ||
              selectedKeys.length === 0 ||
              isRefused ||
              (onlySelected && tooManyTicked)
            }
            onClick={submit}
          >
            导出
          </Button>
        </>
      }
    >
      {check.isPending && <SkeletonRows rows={5} />}
      {check.isError && <FailureState compact failure={check.error} onRetry={() => void check.refetch()} />}
      {check.data && (
        <>
          {isRefused && (
            <p className={styles.warning} role="alert">
              {check.data.message}
            </p>
          )}
          <fieldset className={styles.field}>
            <legend>导出范围</legend>
            <Radio.Group
              aria-label="导出范围"
              value={onlySelected}
              onChange={(event) => setOnlySelected(event.target.value)}
            >
              <Radio value={false}>{rangeText(check.data)}</Radio>
              <Radio value={true} disabled={ids.length === 0 || tooManyTicked}>
                {tooManyTicked
                  ? `勾选的数据（一次最多 ${exportLimits.maxSelectedRows} 条）`
                  : `勾选的数据，${ids.length} 条`}
              </Radio>
            </Radio.Group>
          </fieldset>
          <fieldset className={styles.field}>
            <legend>文件格式</legend>
            <Radio.Group
              aria-label="文件格式"
              value={format}
              onChange={(event) => setFormat(event.target.value)}
            >
              {Object.values(ExportFormat).map((value) => (
                <Radio key={value} value={value}>
                  {exportFormatLabel[value]}
                </Radio>
              ))}
            </Radio.Group>
          </fieldset>
          <fieldset className={styles.field}>
            <legend>导出列</legend>
            <div className={styles.columns}>
              <Checkbox
                className={styles.all}
                checked={selectedKeys.length === exportableColumns.length}
                indeterminate={selectedKeys.length > 0 && selectedKeys.length < exportableColumns.length}
                onChange={(event) =>
                  setKeys(event.target.checked ? exportableColumns.map(({ key }) => key) : [])
                }
              >
                全选（已选 {selectedKeys.length} 列）
              </Checkbox>
              {exportableColumns.map(({ key, title: column }) => (
                <Checkbox
                  key={key}
                  checked={keys.includes(key)}
                  onChange={(event) =>
                    setKeys(event.target.checked ? [...keys, key] : keys.filter((other) => other !== key))
                  }
                >
                  {column}
                </Checkbox>
              ))}
            </div>
          </fieldset>
          <p className={styles.note}>
            文件在后台生成，完成后有消息提醒，{exportLimits.retentionDays} 天内可在“我的导出”中下载。
          </p>
        </>
      )}
    </AppModal>
  );
}

function rangeText({ decision, rows }: { decision: string; rows: number }): string {
  if (decision === 'refuse') return '符合条件的全部数据';
  if (decision === 'confirm') return `符合条件的前 ${rows} 条数据`;
  return `符合条件的全部数据，${rows} 条`;
}

/** Shows the progress of the export; after closing, the job continues and a message reports its end. */
function ProgressDialog({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const exports = useMyExports();
  const task = exports.data?.rows.find((row) => row.id === id);
  const open = task === undefined || isExportOpen(task.state);
  return (
    <AppModal
      open
      width={640}
      title={`导出${title}`}
      onCancel={onClose}
      footer={
        <div className={styles.footer}>
          <Link to="/exports" onClick={onClose}>
            我的导出
          </Link>
          <Button onClick={onClose}>{open ? '在后台继续' : '关闭'}</Button>
        </div>
      }
    >
      {task ? <ExportTasks tasks={[task]} label="本次导出" /> : <SkeletonRows rows={2} />}
      <p className={styles.note} role="status">
        {open ? '正在生成文件，可以关闭本窗口，完成后有消息提醒。' : task.state === 'done' && '文件已生成。'}
      </p>
    </AppModal>
  );
}
