import { useMemo } from 'react';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { ErrorSummary } from '#web/toolkit/form/ErrorSummary.tsx';
import { useFillProgress } from '#web/toolkit/form/form-part.ts';
import { InterfaceOwner } from '#web/toolkit/open-forms/InterfaceOwner.tsx';
import type { OpenForm } from '#web/toolkit/open-forms/open-forms.ts';
import { MarkedFormView } from '../history/MarkedFormView.tsx';
import styles from './fields-to-fill-card.module.css';

/**
 * Shows 本环节须填写: the fields to fill in at this node, before everything read-only, under the summary of all problems;
 * without such fields only the summary.
 */
export function FieldsToFillCard({
  page: { order, task },
  openFormList,
}: {
  page: Pick<WorkOrderPage, 'order' | 'task'>;
  openFormList: readonly OpenForm[];
}) {
  const handles = useMemo(() => openFormList.flatMap(({ handle }) => handle ?? []), [openFormList]);
  const stores = useMemo(() => handles.map(({ store }) => store), [handles]);
  const { editableCount, required, filled } = useFillProgress(stores);
  const summary = <ErrorSummary forms={handles} headOf={() => refusalRow.formInvalid.text} />;
  if (editableCount === 0) return summary;
  return (
    <section className={styles.card} aria-labelledby="todo-card-title">
      <div className={styles.head}>
        <h2 id="todo-card-title">本环节须填写：{task?.nodeName}</h2>
        <span className={styles.count} role="status">
          {required === 0 ? '没有必填项，可按需补充' : `必填 ${required} 项，已填 ${filled} 项`}
        </span>
      </div>
      <div className={styles.body}>
        {summary}
        <InterfaceOwner workorderCode={order.code} traceId={task?.traceId}>
          {openFormList.map(
            (openForm) =>
              openForm.handle && (
                <MarkedFormView
                  key={openForm.form.formCode}
                  code={order.code}
                  open={openForm}
                  part="fill"
                  hidesSummary
                />
              ),
          )}
        </InterfaceOwner>
      </div>
    </section>
  );
}
