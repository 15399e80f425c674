import { CheckCircleFilled, CloseCircleOutlined, RollbackOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { HandleResult } from '#contract/acting.ts';
import { currentHandlers, type WaitingHandlers } from '#contract/current-handlers.ts';

import { handling } from '#contract/handling.ts';
import { type TodoRow, type WorkOrderPage, workOrders } from '#contract/work-orders.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useAction } from '#web/api/use-action.ts';
import { ConfirmRow, ConfirmRows } from '#web/toolkit/confirm/ConfirmRows.tsx';
import { DoneDialog } from '#web/toolkit/confirm/DoneDialog.tsx';
import { handlerNames } from '#web/toolkit/confirm/handler-names.ts';
import { countersignResultText } from '#web/toolkit/confirm/outcome-texts.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { printStoredFile } from '#web/toolkit/files/print-pdf.ts';
import { useFileViewer } from '#web/toolkit/files/use-file-viewer.tsx';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { DueLight } from '#web/toolkit/status/DueLight.tsx';
import dialogStyles from './dialog-parts.module.css';
import styles from './handling.module.css';
import { useOffer } from './use-offer.ts';

/**
 * Shows the result of an action: the next handlers, a button to undo it, the documents that it made, and the
 * order that is due next. 关闭 and 返回列表页 both return (S1 §2).
 */
export function ResultDialog(props: {
  /** True if the action returned the order to an earlier node or handler. */
  returned: boolean;
  order: Pick<WorkOrderPage['order'], 'code' | 'title'>;
  traceId: string;
  result: HandleResult;
  /** The countersign that the action started: `comesBack` if the task returns to this person after it. */
  startedCountersign?: { returnsToRequester: boolean };
  onLeave: () => void;
  /** Called after the action was undone: the task is open again. */
  onWithdrawn: () => void;
}) {
  const { returned, order, traceId, result, startedCountersign, onLeave, onWithdrawn } = props;
  const navigate = useNavigate();
  const next = useNextTask(order.code, traceId, result.nextNodeNames.length > 0);
  const { countersign } = result;
  const undo = useUndo(order.code, traceId);
  const cancellation = useCancellation(order.code, traceId);
  const waiting = useWaitingHandlers(result.workorderId, result.nextNodeNames.length > 0);
  // Other branches may wait at other nodes; without the people the names of the nodes are shown alone.
  const tasks = (waiting.data?.rows ?? []).filter(({ flowNodeName }) =>
    result.nextNodeNames.includes(flowNodeName),
  );
  const { row } = next;
  const isSame = row?.code === order.code;
  return (
    <DoneDialog
      title={result.message}
      subject={order.title}
      icon={<CheckCircleFilled className={styles.done} aria-hidden />}
      onLeave={onLeave}
      isLoading={next.isLoading || undo.isLoading || waiting.isLoading}
      next={
        row && {
          text: isSame ? '继续办理本件' : '办理下一件',
          onOpen: () => void navigate(urlOf(row), { replace: true }),
        }
      }
    >
      <ConfirmRows>
        {countersign && <ConfirmRow label="会签结果">{countersignResultText(countersign)}</ConfirmRow>}
        {startedCountersign !== undefined ? (
          <ConfirmRow
            label="会签"
            action={
              <RowButton
                icon={<CloseCircleOutlined aria-hidden />}
                running={cancellation.running}
                onPress={() => void cancellation.cancel(onWithdrawn)}
              >
                取消会签
              </RowButton>
            }
          >
            <StartedCountersign {...startedCountersign} tasks={tasks} />
          </ConfirmRow>
        ) : result.nextNodeNames.length > 0 ? (
          <ConfirmRow label={returned ? '退回到' : '下一环节'}>
            <NextNodes names={result.nextNodeNames} tasks={tasks} />
          </ConfirmRow>
        ) : countersign && countersign.returnsTo !== null ? (
          <ConfirmRow label="下一环节">
            返回会签发起人 <strong>{countersign.returnsTo}</strong> 继续办理
          </ConfirmRow>
        ) : (
          <ConfirmRow label="办理状态">{result.statusLabel}</ConfirmRow>
        )}
        {startedCountersign === undefined && undo.offered && (
          <ConfirmRow
            label="撤回"
            action={
              <RowButton
                icon={<RollbackOutlined aria-hidden />}
                running={undo.running}
                onPress={() => void undo.withdraw(onWithdrawn)}
              >
                撤回
              </RowButton>
            }
          >
            {result.nextNodeNames.join('、') || '后续环节'}办理前可以撤回
            {result.workorderDocs.length > 0 && '；撤回后，本环节生成的文书作废'}
          </ConfirmRow>
        )}
        {row && (
          <ConfirmRow label={isSame ? '继续办理' : '下一件'}>
            {isSame ? '本件的下一环节也由您办理' : `${row.code} ${row.title}`}
            <div className={styles.nextLine}>
              <DueLight due={row.due} />
              {row.nodeName}，待办还有 {next.total} 件
            </div>
          </ConfirmRow>
        )}
      </ConfirmRows>
      {result.workorderDocs.length > 0 && <Documents documents={result.workorderDocs} />}
    </DoneDialog>
  );
}

/** Shows the people who are asked first in a new countersign, their limit, and what follows their answers. */
function StartedCountersign({
  returnsToRequester,
  tasks,
}: {
  returnsToRequester: boolean;
  tasks: readonly WaitingHandlers[];
}) {
  const dueAt = tasks.find(({ due }) => due.dueAt !== null)?.due.dueAt;
  const names = [...new Set(tasks.map(handlerNames))].join('、');
  return (
    <>
      请{names === '' ? '所选人员' : <strong>{names}</strong>}会签
      {dueAt && `，${localDateOf(new Date(dueAt)).slice(5)} 前答复`}；
      {returnsToRequester ? '答复后回到您办理' : '答复后按流程继续'}
    </>
  );
}

/** Loads the people who have the order now. */
function useWaitingHandlers(workorderId: string, isEnabled: boolean) {
  return useQuery({
    ...queryOf(currentHandlers.ofOrder, { query: { workorderId } }),
    enabled: isEnabled,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Offers 取消会签 of the countersign just started; the server refuses it once a person has answered. */
function useCancellation(orderCode: string, traceId: string) {
  const { send, running } = useOffer('callOffCountersign', orderCode);
  const feedback = useFeedback();
  const cancel = async (onDone: () => void) => {
    const outcome = await send({ traceId, reason: '', candidate: '' });
    if (outcome.kind === 'failed') feedback.failure(outcome.failure);
    if (outcome.kind !== 'done') return;
    feedback.success(outcome.data.message);
    onDone();
  };
  return { cancel, running };
}

/** Shows the nodes at which the order waits now, each with the people who may handle it there. */
function NextNodes({ names, tasks }: { names: readonly string[]; tasks: readonly WaitingHandlers[] }) {
  return names.map((name, index) => {
    const handlers = tasks.filter(({ flowNodeName }) => flowNodeName === name).map(handlerNames);
    return (
      <span key={name}>
        {index > 0 && '、'}
        <strong>{name}</strong>
        {handlers.length > 0 && `（${handlers.join('、')}）`}
      </span>
    );
  });
}

/**
 * Returns the task that the person opens next: one of the same order if there is one, else the one that is due
 * first.
 */
function useNextTask(
  code: string,
  traceId: string,
  continues: boolean,
): { row?: TodoRow; total?: number; isLoading: boolean } {
  // A list from before the action would be outdated.
  const uncached = { staleTime: 0, gcTime: 0 };
  const firstPage = { page: 1, sort: 'dueAt', order: 'asc' } as const;
  const anyOrder = useQuery({
    ...queryOf(workOrders.todoPage, { query: { ...firstPage, size: 10 } }),
    ...uncached,
  });
  const sameOrder = useQuery({
    ...queryOf(workOrders.todoPage, { query: { ...firstPage, size: 5, keyword: code } }),
    ...uncached,
    enabled: continues,
  });
  const isLoading = anyOrder.isLoading || sameOrder.isLoading;
  const withoutThisTask = (rows: readonly TodoRow[] = []) => rows.filter((one) => one.traceId !== traceId);
  const row =
    withoutThisTask(sameOrder.data?.rows).find((one) => one.code === code) ??
    withoutThisTask(anyOrder.data?.rows)[0];
  return row && anyOrder.data ? { row, total: anyOrder.data.total, isLoading } : { isLoading };
}

function urlOf({ code, traceId }: Pick<TodoRow, 'code' | 'traceId'>): string {
  return detailUrl(code, { traceId });
}

/** Offers 撤回 of the action just done, while the next handler has not acted. */
function useUndo(workorderCode: string, traceId: string) {
  const { run, running } = useAction(handling.withdraw);
  const feedback = useFeedback();
  const params = { workorderCode };
  const check = useQuery({
    ...queryOf(handling.withdrawCheck, { params }),
    staleTime: 0,
    gcTime: 0,
  });
  const withdrawAction = async (onDone: () => void) => {
    const outcome = await run({ params, body: { traceId, reason: '' } });
    if (outcome.kind === 'failed') feedback.failure(outcome.failure);
    if (outcome.kind !== 'done') return;
    feedback.success(outcome.data.message);
    onDone();
  };
  const offered = check.data?.flag === true && check.data.withdrawTraceId === traceId;
  return { offered, isLoading: check.isLoading, running, withdraw: withdrawAction };
}

/**
 * Lists the documents of the action; each is viewed and printed with a one-time ticket, since the address
 * alone opens nothing.
 */
function Documents({ documents }: { documents: HandleResult['workorderDocs'] }) {
  const feedback = useFeedback();
  const { view, viewer } = useFileViewer(
    documents.map(({ id, docName }) => ({ id, name: docName, isDocument: true })),
  );
  return (
    <>
      <table className={dialogStyles.documents}>
        <caption>本环节生成的文书</caption>
        <thead>
          <tr>
            <th scope="col">文书名称</th>
            <th scope="col">操作</th>
          </tr>
        </thead>
        <tbody>
          {documents.map((document) => (
            <tr key={document.id}>
              <td>{document.name}</td>
              <td>
                <Button
                  type="link"
                  size="small"
                  aria-label={`查看${document.name}`}
                  onClick={() => view(document.id)}
                >
                  查看
                </Button>
                <Button
                  type="link"
                  size="small"
                  aria-label={`打印${document.name}`}
                  onClick={() => void printStoredFile(document.id).catch(feedback.failure)}
                >
                  打印
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {viewer}
    </>
  );
}

/** Shows the action at the end of a row. */
function RowButton(props: { icon: ReactNode; running: boolean; onPress: () => void; children: ReactNode }) {
  const { icon, running, onPress, children } = props;
  return (
    <Button type="link" size="small" icon={icon} loading={running} onClick={onPress}>
      {children}
    </Button>
  );
}
