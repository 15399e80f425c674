import {
  BellFilled,
  CheckCircleFilled,
  ClockCircleFilled,
  MinusCircleOutlined,
  RollbackOutlined,
  StopOutlined,
} from '@ant-design/icons';
import { Fragment, type ReactNode } from 'react';
import type { Trace } from '#contract/work-orders.ts';
import { HandlerOperation } from '#domain/enumerations/handler-operation.ts';
import { MissingCase } from '#domain/missing-case.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { DueLight } from '#web/toolkit/status/DueLight.tsx';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { AttachedFiles } from './AttachedFiles.tsx';
import { PanelCard, type PanelOffers } from './PanelCard.tsx';
import { foldedTraceIds } from './panel-texts.ts';
import styles from './trace.module.css';
import { groupOf, isPending, orderTraces, type TraceGroup } from './trace-order.ts';
import {
  durationOf,
  handlerText,
  isClosed,
  isCopy,
  isMomentary,
  latenessOf,
  operationLabel,
  recipientText,
} from './trace-texts.ts';

/** Shows the steps of an order so far, with pending rows on top (S1 §4 "Trace ordering"). */
export function TraceTimeline(props: {
  traces: readonly Trace[];
  /** The row that the address selects. */
  markedId?: string;
  /** Trace of the reader's own task, whose group of a countersign is unfolded. */
  ownId?: string | undefined;
  /** True if rows that answer a panel are separate rows, as when the user filters for them. */
  withAnswers?: boolean;
  /** Actions on a row, at its head. */
  actionOf?: (trace: Trace) => ReactNode;
  /** Actions on the people who were asked at a row. */
  panelOfferOf?: PanelOffers | undefined;
}) {
  if (props.traces.length === 0) {
    return <EmptyState compact title="暂无办理轨迹" hint="办件发起后，每个环节的办理情况都会显示在这里。" />;
  }
  const foldedIds = props.withAnswers ? new Set<string>() : foldedTraceIds(props.traces);
  const rows = orderTraces(props.traces.filter(({ id }) => !foldedIds.has(id)));
  const isTitled = rows.some((trace) => groupOf(trace) === 'outOfFlow');
  return (
    <ol className={styles.trace} aria-label="办理轨迹">
      {rows.map((trace, index) => {
        const group = groupOf(trace);
        const previous = rows[index - 1];
        const isFirst = previous === undefined || groupOf(previous) !== group;
        return (
          <Fragment key={trace.id}>
            {isTitled && isFirst && <li className={styles.group}>{groupTitles[group]}</li>}
            <TraceRow
              trace={trace}
              isMarked={trace.id === props.markedId}
              ownId={props.ownId ?? props.markedId}
              action={props.actionOf?.(trace)}
              panelOfferOf={props.panelOfferOf}
            />
          </Fragment>
        );
      })}
    </ol>
  );
}

/** Titles of the groups, shown if the trace contains out-of-flow actions. */
const groupTitles: Readonly<Record<TraceGroup, string>> = {
  pending: '办理中',
  outOfFlow: '撤回、抄送等操作（不计入环节）',
  handled: '已办理的环节',
};

/** Returns the id of a row's element, for links to it. */
export function traceRowId(traceId: string): string {
  return `trace-${traceId}`;
}

function TraceRow(props: {
  trace: Trace;
  isMarked: boolean;
  ownId: string | undefined;
  action: ReactNode;
  panelOfferOf: PanelOffers | undefined;
}) {
  const { trace, isMarked, action } = props;
  const isPendingRow = isPending(trace);
  const operation = operationLabel(trace);
  const title = trace.flowNodeName || trace.actName;
  return (
    <li
      className={joinClasses(styles.row, styles[toneOf(trace)], isMarked && styles.marked)}
      id={traceRowId(trace.id)}
      tabIndex={-1}
      aria-current={isMarked || undefined}
    >
      <span className={styles.mark} aria-hidden="true">
        {markOf(trace)}
      </span>
      <div className={styles.head}>
        <strong>{title}</strong>
        {operation !== title && <span className={styles.word}>{operation}</span>}
        {isPendingRow && <DueLight due={trace.due} />}
        <span className={styles.action}>{action}</span>
      </div>
      <p className={styles.who}>
        {handlerText(trace)}{' '}
        {trace.handlerOrgName !== '' && <span className={styles.org}>{trace.handlerOrgName}</span>}
      </p>
      {trace.receiverNames.length > 0 && (
        <p className={styles.remark}>
          {isCopy(trace) ? '抄送给' : '催办'} {recipientText(trace)}
        </p>
      )}
      {trace.handlerOpinion !== '' && (
        <blockquote className={styles.opinion}>{trace.handlerOpinion}</blockquote>
      )}
      {trace.attachments.length > 0 && <AttachedFiles files={trace.attachments} />}
      {isPendingRow && trace.remindList.length > 0 && (
        <p className={styles.urged}>
          <BellFilled aria-hidden /> 已催办 {trace.remindList.length} 次，最近{' '}
          <DateTime value={trace.remindList.at(-1)?.createdAt} />
        </p>
      )}
      {isPendingRow && urgeFilesOf(trace).length > 0 && (
        <AttachedFiles files={urgeFilesOf(trace)} label="催办附件" />
      )}
      {trace.remark !== '' && <p className={styles.remark}>{trace.remark}</p>}
      {trace.panels.map((panel) => (
        <PanelCard key={panel.id} panel={panel} markedId={props.ownId} offerOf={props.panelOfferOf} />
      ))}
      <p className={styles.time}>{timesOf(trace)}</p>
    </li>
  );
}

/** Returns the files of the urges of a pending row. */
function urgeFilesOf({ remindList }: Trace) {
  return remindList.flatMap(({ fileList }) => fileList);
}

function timesOf(trace: Trace): ReactNode {
  const from = <DateTime value={trace.startTime} />;
  if (trace.endTime === null) return <>{from} 到达</>;
  const lateness = latenessOf(trace);
  return (
    <>
      {from}
      {/* The start of an order begins and ends at once, so that one time is enough. */}
      {!isMomentary(trace) && (
        <>
          {' '}
          至 <DateTime value={trace.endTime} />，
          <span className={styles.duration}>用时 {durationOf(trace)}</span>
        </>
      )}
      {lateness !== '' && <span className={styles.late}>{lateness}</span>}
    </>
  );
}

type Tone = 'pending' | 'back' | 'stopped' | 'closed' | 'done';

function toneOf(trace: Trace): Tone {
  if (isPending(trace)) return 'pending';
  if (isClosed(trace)) return 'closed';
  if (
    trace.handlerOperation === HandlerOperation.return ||
    trace.handlerOperation === HandlerOperation.withdraw
  ) {
    return 'back';
  }
  return trace.handlerOperation === HandlerOperation.terminate ? 'stopped' : 'done';
}

function markOf(trace: Trace): ReactNode {
  const tone = toneOf(trace);
  switch (tone) {
    case 'pending':
      return <ClockCircleFilled />;
    case 'back':
      return <RollbackOutlined />;
    case 'stopped':
      return <StopOutlined />;
    case 'closed':
      return <MinusCircleOutlined />;
    case 'done':
      return <CheckCircleFilled />;
    default:
      throw new MissingCase(tone satisfies never);
  }
}
