import { CheckOutlined, ClockCircleOutlined } from '@ant-design/icons';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Trace, WorkOrderPage } from '#contract/work-orders.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { DueLight } from '#web/toolkit/status/DueLight.tsx';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { isPending } from '../trace/trace-order.ts';
import { durationOf, handlerText, isMomentary, operationLabel } from '../trace/trace-texts.ts';
import styles from './diagram-page.module.css';
import { type StageCell, stageStateLabel } from './stage-cells.ts';

const columns = ['环节', '状态', '办理人', '单位', '到达', '办结', '用时与时限', '结果与意见'];

/** Shows the nodes of a process one below the other: the diagram as text. */
export function NodeTable(props: {
  page: WorkOrderPage;
  cells: readonly StageCell[];
  selectedNodeId: string | undefined;
  onPick: (nodeId: string) => void;
}) {
  const { page, cells, selectedNodeId, onPick } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for another current row
  useEffect(() => {
    body.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [selectedNodeId]);
  return (
    <div className={styles.scroller}>
      <table className={styles.table} aria-label="环节明细">
        <thead>
          <tr>
            {columns.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {cells.map((cell) => (
            <NodeRow
              key={cell.key}
              page={page}
              cell={cell}
              isSelected={cell.key === selectedNodeId}
              onPick={onPick}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function exactDuration(trace: Trace | undefined): string | undefined {
  return trace === undefined || isPending(trace) || isMomentary(trace) ? undefined : durationOf(trace);
}

function NodeRow(props: {
  page: WorkOrderPage;
  cell: StageCell;
  isSelected: boolean;
  onPick: (nodeId: string) => void;
}) {
  const { page, cell, isSelected: isCurrent, onPick } = props;
  const trace = page.traces.find(({ id }) => id === cell.traceId);
  const limit = page.process.nodes.find(({ id }) => id === cell.key)?.limit ?? '';
  const limitTexts = [exactDuration(trace), limit && `限 ${limit}`].filter(Boolean).join('，');
  const result = trace && !isPending(trace) ? operationLabel(trace) : '';
  return (
    <tr aria-current={isCurrent || undefined}>
      <th scope="row">
        <button type="button" className={styles.name} onClick={() => onPick(cell.key)}>
          {cell.name}
        </button>
      </th>
      <td className={joinClasses(styles.state, styles[cell.state])}>
        {cell.state === 'done' && <CheckOutlined aria-hidden />}
        {cell.state === 'active' && <ClockCircleOutlined aria-hidden />}
        {stageStateLabel[cell.state]}
      </td>
      <Fact label="办理人">{trace ? handlerText(trace) : cell.handlerText}</Fact>
      <Fact label="单位">{trace?.handlerOrgName}</Fact>
      <Fact label="到达">{trace?.startTime && <DateTime value={trace.startTime} />}</Fact>
      <Fact label="办结">{trace?.endTime && <DateTime value={trace.endTime} />}</Fact>
      <Fact label="用时与时限">
        {trace && isPending(trace) ? (
          <DueLight due={trace.due} />
        ) : (
          limitTexts && (
            <>
              {limitTexts}
              {cell.lateness && <span className={styles.late}>，{cell.lateness}</span>}
            </>
          )
        )}
      </Fact>
      <Fact label="结果与意见">{[result, trace?.handlerOpinion].filter(Boolean).join('：')}</Fact>
    </tr>
  );
}

/** Shows a cell, which on a phone is a line with its label, or is absent if it is empty. */
function Fact({ label, children }: { label: string; children: ReactNode }) {
  const isEmpty = !children;
  return (
    <td data-label={label} data-empty={isEmpty || undefined}>
      {isEmpty ? '—' : children}
    </td>
  );
}
