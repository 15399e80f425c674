import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useMemo } from 'react';
import type { FormHistoryEntry } from '#contract/work-order-form.ts';
import { workOrders } from '#contract/work-orders.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { OpenFormView } from '#web/toolkit/open-forms/OpenFormView.tsx';
import { openForms } from '#web/toolkit/open-forms/open-forms.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import styles from './detail.module.css';

/**
 * Shows the form records of an order that are not its current forms: values typed at a return or an end, and
 * contents marked as deleted, which the matter administrator may restore.
 */
export function FormHistory(props: { orderCode: string; mayRestore: boolean }) {
  const { orderCode, mayRestore } = props;
  const params = { workorderCode: orderCode };
  const history = useQuery({
    ...queryOf(workOrders.formHistory, { params }),
    select: ({ rows }) => rows,
  });
  const restore = useRestore(orderCode);

  if (history.isPending) return <SkeletonRows rows={6} />;
  if (history.isError) {
    return <FailureState compact failure={history.error} onRetry={() => void history.refetch()} />;
  }
  if (history.data.length === 0) return <EmptyState compact title="没有保留的表单内容" />;
  return (
    <>
      {mayRestore && (
        <div className={styles.reveal}>
          <Button loading={restore.running} onClick={restore.confirmRestore}>
            {restoreLabel}
          </Button>
          <span className={styles.revealNote}>恢复后表单重新显示，操作将被记录</span>
        </div>
      )}
      {history.data.map((entry, index) => (
        <StoredForm
          key={`${entry.traceId ?? 'deleted'}.${entry.form.formCode}`}
          entry={entry}
          index={index}
        />
      ))}
    </>
  );
}

const restoreLabel = '恢复已删除的表单';

function StoredForm({ entry, index }: { entry: FormHistoryEntry; index: number }) {
  // The same form may appear in its own tab and here several times: its controls need distinct names.
  const [open] = useMemo(
    () => openForms([{ ...entry.form, formCode: `${entry.form.formCode}-history-${index}` }], 'read'),
    [entry, index],
  );
  const description =
    entry.kind === 'deleted'
      ? '已删除的内容'
      : `${entry.flowNodeName} · ${entry.actName}时填写，未写入表单 · ${entry.handlerName}`;
  return (
    <section className={styles.keptForm} aria-label={`${entry.form.formName}，${description}`}>
      <h3>
        {entry.form.formName}
        <small>
          {description} · <DateTime value={entry.at} />
        </small>
      </h3>
      {open && <OpenFormView open={open} part="read" />}
    </section>
  );
}

function useRestore(orderCode: string): { running: boolean; confirmRestore: () => void } {
  const { run, running } = useMutation(workOrders.restoreForms, { afterFailure: true });
  const { modal } = App.useApp();
  const feedback = useFeedback();
  const restore = async () => {
    const outcome = await run({ params: { workorderCode: orderCode } });
    if (outcome.kind === 'failed') return feedback.failure(outcome.failure);
    if (outcome.kind === 'done') feedback.success('恢复成功');
    await outcome.renewal;
  };
  const confirmRestore = () =>
    void modal.confirm({
      title: restoreLabel,
      centered: true,
      content: '作废时标记为已删除的表单内容将重新显示。办件所处的环节和状态不变。',
      okText: '确认恢复',
      cancelText: '取消',
      onOk: restore,
    });
  return { running, confirmRestore };
}
