import { LeftOutlined, PrinterOutlined, RightOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { type OrderStep, orderHistory, type ReplayedOrder } from '#contract/order-history.ts';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { queryOf } from '#web/api/query-of.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { type PrintPart, wholeSheet } from '../prints/print-parts.ts';
import { ReplayedStep } from './ReplayedStep.tsx';
import styles from './replay.module.css';
import type { ReplaySlots } from './replay-slots.ts';
import { replayedPage } from './replayed-page.ts';

/**
 * Shows 办件回放: an order as it stood after each of its steps. The steps are chosen in the list, with the slider or
 * with the arrow keys.
 */
export function ReplayDialog(props: { page: WorkOrderPage; slots: ReplaySlots; onClose: () => void }) {
  const { page, slots, onClose } = props;
  const params = { workorderCode: page.order.code };
  const steps = useQuery(queryOf(orderHistory.steps, { params }));
  return (
    <AppModal
      open
      title={`办件回放：${page.order.title}`}
      width="calc(100vw - 48px)"
      className={styles.dialog ?? ''}
      footer={null}
      onCancel={onClose}
    >
      {steps.isPending && <SkeletonRows rows={8} />}
      {steps.isError && <FailureState failure={steps.error} onRetry={() => void steps.refetch()} />}
      {steps.data && <Replay page={page} slots={slots} {...steps.data} />}
    </AppModal>
  );
}

function Replay(props: {
  page: WorkOrderPage;
  slots: ReplaySlots;
  rows: readonly OrderStep[];
  omitted: number;
}) {
  const { page, slots, rows, omitted } = props;
  const [index, setIndex] = useState(rows.length - 1);
  const step = rows[Math.min(index, rows.length - 1)];
  const replayed = useQuery({
    ...queryOf(orderHistory.stepPage, {
      params: { workorderCode: page.order.code, version: step?.version ?? 0 },
    }),
    enabled: step !== undefined,
    placeholderData: keepPreviousData,
  });
  const shown = replayed.data?.version === step?.version ? replayed.data : undefined;
  const go = (target: number) => setIndex(Math.max(0, Math.min(rows.length - 1, target)));
  const area = useRef<HTMLDivElement>(null);
  const latestMove = useRef((_steps: number) => {});
  latestMove.current = (steps) => go(index + steps);
  useEffect(() => {
    const dialog = area.current?.closest('[role="dialog"]');
    const moveByKey = (event: KeyboardEvent) => {
      const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const { target, altKey, ctrlKey, metaKey } = event;
      // These controls have their own use of the arrow keys.
      const isOther = target instanceof Element && target.closest('input, textarea, [role="tab"]');
      if (steps === undefined || isOther || altKey || ctrlKey || metaKey) return;
      event.preventDefault();
      latestMove.current(steps);
    };
    dialog?.addEventListener('keydown', moveByKey as EventListener);
    return () => dialog?.removeEventListener('keydown', moveByKey as EventListener);
  }, []);
  if (step === undefined) return null;
  return (
    <div ref={area} className={styles.replay}>
      <div className={styles.bar}>
        <Button
          icon={<LeftOutlined aria-hidden />}
          aria-disabled={index === 0}
          aria-keyshortcuts="ArrowLeft"
          onClick={() => go(index - 1)}
        >
          上一步
        </Button>
        <input
          type="range"
          aria-label="步骤"
          aria-valuetext={`第 ${index + 1} 步，${textOfStep(step)}`}
          min={0}
          max={rows.length - 1}
          value={index}
          onChange={(event) => go(event.target.valueAsNumber)}
        />
        <Button
          icon={<RightOutlined aria-hidden />}
          iconPlacement="end"
          aria-disabled={index === rows.length - 1}
          aria-keyshortcuts="ArrowRight"
          onClick={() => go(index + 1)}
        >
          下一步
        </Button>
        <Button
          icon={<PrinterOutlined aria-hidden />}
          disabled={!shown}
          onClick={() => shown && slots.onPrint(partOfStep(page, shown, index))}
        >
          打印
        </Button>
      </div>
      <p className={styles.current} role="status">
        <strong>
          第 {index + 1} / {rows.length} 步
        </strong>
        <span>{textOfStep(step)}</span>
        <DateTime value={step.at} withSeconds />
        {shown && <span>办件状态：{shown.statusLabel}</span>}
      </p>
      <div className={styles.body}>
        <StepList rows={rows} index={index} omitted={omitted} onPick={go} />
        <div className={styles.main} aria-busy={replayed.isPlaceholderData}>
          {replayed.isPending && <SkeletonRows rows={8} />}
          {replayed.isError && (
            <FailureState failure={replayed.error} onRetry={() => void replayed.refetch()} />
          )}
          {replayed.data && <ReplayedStep replayed={replayed.data} order={page.order} slots={slots} />}
        </div>
      </div>
    </div>
  );
}

function StepList(props: {
  rows: readonly OrderStep[];
  index: number;
  omitted: number;
  onPick: (index: number) => void;
}) {
  const { rows, index, omitted, onPick } = props;
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for another current step
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [index]);
  return (
    <div className={styles.steps}>
      <ol ref={list} aria-label="办理步骤">
        {rows.map((step, place) => (
          <li key={step.version}>
            <button
              type="button"
              aria-current={place === index ? 'step' : undefined}
              onClick={() => onPick(place)}
            >
              <span>{textOfStep(step)}</span>
              <DateTime value={step.at} />
            </button>
          </li>
        ))}
      </ol>
      {omitted > 0 && <p>其后还有 {omitted} 步，超出回放的范围。</p>}
    </div>
  );
}

/** Returns the sheet of the order as it stood after a step. */
function partOfStep(page: WorkOrderPage, replayed: ReplayedOrder, index: number): PrintPart {
  const label = `办件单（第 ${index + 1} 步后，${minuteText(new Date(replayed.at))}）`;
  return { ...wholeSheet, label, page: replayedPage(page, replayed) };
}

/** Returns `受理 · 刘洋 · 收件`. */
function textOfStep({ actName, handlerName, flowNodeName }: OrderStep): string {
  return [...new Set([flowNodeName, actName, handlerName || '系统'])].filter(Boolean).join(' · ');
}
