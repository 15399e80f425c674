import { CheckSquareOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { type TodoRow, workOrders } from '#contract/work-orders.ts';
import { maxBatchTasks } from '#domain/workflow/batch.ts';
import { call } from '#web/api/call.ts';
import { useMe } from '#web/api/use-me.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import type { ListTools } from '#web/toolkit/list-model/list-types.ts';
import type { CommonOpinions } from '#web/toolkit/opinion/common-opinions.ts';
import { BatchCheckDialog } from './BatchCheckDialog.tsx';
import { BatchDocumentsDialog } from './BatchDocumentsDialog.tsx';
import { BatchProgressDialog } from './BatchProgressDialog.tsx';
import { type BatchDraft, countStates, isRunning } from './batch-run.ts';
import { tabBatch, useBatchJob } from './tab-batch.ts';

/**
 * Shows the tools for the selected tasks of a list: 批量办理 with the check before it and the progress after it,
 * and selecting all tasks that the filter finds. The button of a running batch stays here when its dialog
 * is closed.
 */
export function BatchTools(props: ListTools<TodoRow> & { commonOpinions: CommonOpinions }) {
  const { selected, rows, total, choose, query, commonOpinions } = props;
  const me = useMe();
  const runningBatch = useBatchJob();
  const job = runningBatch !== undefined && runningBatch.person === me?.id ? runningBatch : undefined;
  const [openDialog, setOpenDialog] = useState<'check' | 'progress'>();
  /** The checked draft of a batch that makes documents, which are previewed next. */
  const [checkedBatch, setCheckedBatch] = useState<{
    draft: Omit<BatchDraft, 'person'>;
    numbersDocuments: boolean;
  }>();
  const feedback = useFeedback();
  const isBatchRunning = job !== undefined && isRunning(job);
  useNotifyWhenDone(isBatchRunning, openDialog === 'progress', (text) => feedback.success(text));

  const chooseAll = async () => {
    try {
      // Uses the sorting of the list, including its default one.
      const { filters, sort, order } = query;
      const page = await call(workOrders.todoPage, {
        query: {
          ...filters,
          ...(sort && { sort }),
          ...(order && { order }),
          page: 1,
          size: maxBatchTasks,
        } as never,
      });
      choose(page.rows);
      if (page.total > page.rows.length)
        feedback.warn(`一次最多选择${maxBatchTasks}件，已选前 ${maxBatchTasks} 件`);
    } catch (failure) {
      feedback.failure(failure);
    }
  };

  const start = (draft: Omit<BatchDraft, 'person'>, person: string) => {
    tabBatch.start({ ...draft, person });
    setCheckedBatch(undefined);
    choose([]);
    setOpenDialog('progress');
  };

  const isWholePageSelected =
    rows.length > 0 && rows.every((row) => selected.some(({ traceId }) => traceId === row.traceId));
  const canSelectMore =
    isWholePageSelected && total > rows.length && selected.length < Math.min(total, maxBatchTasks);
  return (
    <>
      {canSelectMore && (
        <Button type="link" size="small" onClick={() => void chooseAll()}>
          {total > maxBatchTasks ? `选择前 ${maxBatchTasks} 件` : `选择全部 ${total} 件`}
        </Button>
      )}
      {job !== undefined ? (
        <Button type="primary" size="small" onClick={() => setOpenDialog('progress')}>
          {isBatchRunning ? `批量办理中 ${countFinished(job)} / ${job.rows.length}` : '批量办理结果'}
        </Button>
      ) : (
        selected.length > 0 && (
          <Button
            type="primary"
            size="small"
            icon={<CheckSquareOutlined aria-hidden />}
            onClick={() =>
              selected.length > maxBatchTasks
                ? feedback.warn(`一次最多选择${maxBatchTasks}件`)
                : setOpenDialog('check')
            }
          >
            批量办理 {selected.length} 件
          </Button>
        )
      )}
      {openDialog === 'check' && job === undefined && me !== undefined && (
        <BatchCheckDialog
          selectedTasks={selected}
          commonOpinions={commonOpinions}
          onStart={(draft, { makesDocuments, numbersDocuments }) =>
            makesDocuments ? setCheckedBatch({ draft, numbersDocuments }) : start(draft, me.id)
          }
          onClose={() => setOpenDialog(undefined)}
        />
      )}
      {checkedBatch !== undefined && me !== undefined && (
        <BatchDocumentsDialog
          {...checkedBatch}
          onStart={(draft) => start(draft, me.id)}
          onClose={() => setCheckedBatch(undefined)}
        />
      )}
      {openDialog === 'progress' && job !== undefined && (
        <BatchProgressDialog
          job={job}
          onHide={() => setOpenDialog(undefined)}
          onEnd={() => {
            setOpenDialog(undefined);
            tabBatch.clear();
          }}
        />
      )}
    </>
  );
}

function countFinished({ rows }: { rows: Parameters<typeof countStates>[0] }): number {
  const { done, failed } = countStates(rows);
  return done + failed;
}

/** Notifies the user at the end of the batch, unless its dialog is open. */
function useNotifyWhenDone(isBatchRunning: boolean, isShown: boolean, notify: (text: string) => void): void {
  const wasRunning = useRef(isBatchRunning);
  const latest = useRef({ isShown, notify });
  latest.current = { isShown, notify };
  useEffect(() => {
    const hasEnded = wasRunning.current && !isBatchRunning;
    wasRunning.current = isBatchRunning;
    const job = tabBatch.job();
    if (!hasEnded || latest.current.isShown || job === undefined) return;
    const { done, failed } = countStates(job.rows);
    latest.current.notify(`批量办理已完成：成功 ${done} 件，失败 ${failed} 件`);
  }, [isBatchRunning]);
}
