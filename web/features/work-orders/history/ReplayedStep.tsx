import { EditOutlined } from '@ant-design/icons';
import { Tabs } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import type { ReplayedOrder } from '#contract/order-history.ts';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import type { CompiledField } from '#domain/forms/compiled-form.ts';
import { OpenFormView } from '#web/toolkit/open-forms/OpenFormView.tsx';
import { type OpenForm, openForms } from '#web/toolkit/open-forms/open-forms.ts';
import tabStyles from '#web/toolkit/page/tabs.module.css';
import { StageStrip } from '../stages/StageStrip.tsx';
import { nodeCells, stageCells } from '../stages/stage-cells.ts';
import { TraceTimeline, traceRowId } from '../trace/TraceTimeline.tsx';
import styles from './replay.module.css';
import type { ReplaySlots } from './replay-slots.ts';

/** Shows an order as it stood after one step: its stages, forms, side records, diagram and trace. */
export function ReplayedStep(props: {
  replayed: ReplayedOrder;
  order: WorkOrderPage['order'];
  slots: ReplaySlots;
}) {
  const { replayed, order, slots } = props;
  const { ProcessDiagram, EarlierRecords } = slots;
  const [tab, setTab] = useState<string>();
  const [markedId, setMarkedId] = useState<string>();
  const [selectedNodeId, setSelectedNodeId] = useState<string>();
  const process = useMemo(() => ({ ...replayed, task: null }), [replayed]);
  // The forms of the page below have the same names: the controls here need others.
  const forms = useMemo(
    () =>
      openForms(
        replayed.forms.map((form) => ({ ...form, formCode: `${form.formCode}-replay` })),
        'read',
      ),
    [replayed.forms],
  );
  const showTrace = (traceId: string) => {
    setTab('trace');
    setMarkedId(traceId);
    requestAnimationFrame(() =>
      document.querySelector(`.${styles.main} [id="${traceRowId(traceId)}"]`)?.scrollIntoView?.(),
    );
  };
  const { rows: rowCount } = replayed.traceTotals;
  const items = [
    ...forms.map((open, index) => {
      const formCode = replayed.forms[index]?.formCode ?? '';
      return {
        key: formCode,
        label: open.form.formName,
        children: (
          <ReplayedForm
            open={open}
            changed={replayed.changedFields[formCode] ?? noFields}
            unknown={replayed.unknownFields[formCode] ?? noFields}
          />
        ),
      };
    }),
    ...(replayed.records.length === 0
      ? []
      : [
          {
            key: 'records',
            label: `办件记录（${replayed.records.length}）`,
            children: <EarlierRecords order={order} records={replayed.records} />,
          },
        ]),
    {
      key: 'diagram',
      label: '流程图',
      children: (
        <div className={styles.diagram}>
          <ProcessDiagram
            definitionId={replayed.process.definitionId}
            activeNodeIds={replayed.process.activeNodeIds}
            doneNodeIds={replayed.process.doneNodeIds}
            nodes={nodeCells(process).map(({ key, name, handlerText, timeOrLimit }) => ({
              ...{ id: key, name, handlerText, timeText: timeOrLimit },
            }))}
            selectedNodeId={selectedNodeId}
            onSelect={setSelectedNodeId}
          />
        </div>
      ),
    },
    {
      key: 'trace',
      label: '办理轨迹',
      children: (
        <>
          {rowCount > replayed.traces.length && (
            <p className={styles.note}>
              当时共 {rowCount} 条，这里显示其中的 {replayed.traces.length} 条。
            </p>
          )}
          <TraceTimeline traces={replayed.traces} {...(markedId !== undefined && { markedId })} />
        </>
      ),
    },
  ];
  return (
    <>
      <StageStrip cells={stageCells(process)} onPick={showTrace} />
      <Tabs
        className={tabStyles.swiped ?? ''}
        activeKey={items.some(({ key }) => key === tab) ? (tab ?? '') : (items[0]?.key ?? '')}
        onChange={setTab}
        items={items}
      />
      <p className={styles.note}>按您目前的查阅权限显示，与当时经办人看到的内容可能不同。</p>
    </>
  );
}

const noFields: readonly string[] = [];

function ReplayedForm(props: { open: OpenForm; changed: readonly string[]; unknown: readonly string[] }) {
  const { open, changed, unknown } = props;
  const markOf = useCallback(
    ({ id }: CompiledField) =>
      changed.includes(id) && <EditOutlined className={styles.mark} aria-label="本步修改" title="本步修改" />,
    [changed],
  );
  const titlesOf = (ids: readonly string[]) =>
    ids.flatMap((id) => open.handle?.store.fieldAt(id)?.title ?? []).join('、');
  return (
    <>
      {changed.length > 0 && <p className={styles.note}>本步修改：{titlesOf(changed)}。</p>}
      {unknown.length > 0 && (
        <p className={styles.note}>以下内容当时的值未留存，不显示：{titlesOf(unknown)}。</p>
      )}
      <OpenFormView open={open} part="read" markOf={markOf} />
    </>
  );
}
