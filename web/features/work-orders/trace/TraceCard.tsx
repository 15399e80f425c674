import { DownloadOutlined, FilterOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { traceExport } from '#contract/trace-export.ts';
import type { Trace } from '#contract/work-orders.ts';
import { initialTraceRows } from '#domain/workflow/model/limits.ts';
import { useAction } from '#web/api/use-action.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { saveFile } from '#web/toolkit/page/save-file.ts';
import type { PanelOffers } from './PanelCard.tsx';
import { foldedTraceIds } from './panel-texts.ts';
import { RemoteTraceLine, useRemoteTrace } from './RemoteTrace.tsx';
import { TraceTimeline, traceRowId } from './TraceTimeline.tsx';
import styles from './trace-card.module.css';
import { filterTraces, isFiltering, noTraceFilter, type TraceFilter, traceChoices } from './trace-filter.ts';
import { orderTraces } from './trace-order.ts';
import type { RestOfTrace } from './use-trace.ts';

/** Number of rows from which a trace can be filtered. */
const minRowsToFilter = 8;

/** Shows 办理轨迹: a long one can be filtered by kind, person, node and text, folded, and exported as a file. */
export function TraceCard(props: {
  code: string;
  traces: readonly Trace[];
  /**
   * Rows that are not loaded yet; they are loaded when the user unfolds the trace, filters it or goes to one
   * of them.
   */
  rest?: RestOfTrace | null;
  /** The system whose trace replaces the portal's; null if there is none. */
  sourceName?: string | null;
  /** The row that the address selects. */
  markedId: string | undefined;
  /** A row selected elsewhere on the page; it is scrolled into view each time. */
  pickedRow: { id: string } | undefined;
  ownId: string | undefined;
  actionOf: (trace: Trace) => ReactNode;
  panelOfferOf?: PanelOffers;
}) {
  const { code, markedId, pickedRow, ownId, panelOfferOf } = props;
  const remote = useRemoteTrace(code, props.sourceName ?? null, pickedRow);
  const traces = remote.rows ?? props.traces;
  const rest = remote.rows ? null : (props.rest ?? null);
  // Actions are possible only on the portal's own rows.
  const actionOf = remote.rows ? () => null : props.actionOf;
  const [isFilterOpen, setFilterOpen] = useState(false);
  const [filter, setFilter] = useState<TraceFilter>(noTraceFilter);
  const [isExpanded, setExpanded] = useState(false);
  const isFiltered = isFilterOpen && isFiltering(filter);

  const rows = useMemo(() => {
    const foldedIds = foldedTraceIds(traces);
    return orderTraces(traces.filter(({ id }) => isFiltered || !foldedIds.has(id)));
  }, [traces, isFiltered]);
  const matches = useMemo(() => (isFiltered ? filterTraces(rows, filter) : rows), [rows, filter, isFiltered]);
  // The row that the address selects is never hidden.
  const targetId = pickedRow?.id ?? markedId;
  const targetIndex = matches.findIndex(({ id }) => id === targetId);
  const isTargetMissing = targetId !== undefined && !traces.some(({ id }) => id === targetId);
  const isRestNeeded =
    rest !== null && (isFilterOpen || isExpanded || isTargetMissing || targetIndex >= initialTraceRows);
  // If the trace is incomplete, only its first rows are consecutive.
  const visibleCount = rest === null ? Math.max(initialTraceRows, targetIndex + 1) : initialTraceRows;
  const visibleRows = isExpanded && rest === null ? matches : matches.slice(0, visibleCount);
  const totalRows = rest === null ? matches.length : rest.rowCount - rest.answers;

  const hasFailed = rest !== null && rest.failure !== null;
  useEffect(() => {
    if (isRestNeeded && !hasFailed) rest?.load();
  }, [isRestNeeded, hasFailed, rest?.load]);

  useEffect(() => {
    if (pickedRow === undefined || isRestNeeded) return;
    const row = document.getElementById(traceRowId(pickedRow.id));
    row?.scrollIntoView?.({ block: 'nearest' });
    row?.focus({ preventScroll: true });
  }, [pickedRow, isRestNeeded]);

  return (
    <Card
      title="办理轨迹"
      extra={
        <span className={styles.tools}>
          <span className={styles.count} role="status">
            {isFiltered ? `${matches.length} / ${traces.length} 条` : `${rest?.rowCount ?? traces.length} 条`}
          </span>
          {(rest?.rowCount ?? traces.length) >= minRowsToFilter && (
            <Button
              type="text"
              size="small"
              icon={<FilterOutlined aria-hidden />}
              aria-expanded={isFilterOpen}
              onClick={() => setFilterOpen(!isFilterOpen)}
            >
              筛选
            </Button>
          )}
          {remote.rows === undefined && (
            <ExportTraces code={code} ids={isFiltered ? matches.map(({ id }) => id) : undefined} />
          )}
        </span>
      }
    >
      <RemoteTraceLine remote={remote} />
      {isFilterOpen && rest === null && <Filters traces={traces} filter={filter} onChange={setFilter} />}
      {isRestNeeded && !hasFailed && (
        <p className={styles.count} role="status">
          正在载入全部轨迹…
        </p>
      )}
      {isRestNeeded && hasFailed && <FailureState compact failure={rest.failure} onRetry={rest.load} />}
      {remote.isLoading ? (
        <SkeletonRows rows={4} />
      ) : isFiltered && matches.length === 0 ? (
        <EmptyState
          compact
          title="没有符合条件的轨迹"
          action={<Button onClick={() => setFilter(noTraceFilter)}>清空条件</Button>}
        />
      ) : (
        <TraceTimeline
          traces={visibleRows}
          {...(pickedRow || markedId ? { markedId: pickedRow?.id ?? markedId } : {})}
          ownId={ownId}
          actionOf={actionOf}
          panelOfferOf={panelOfferOf}
          withAnswers={isFiltered}
        />
      )}
      {!remote.isLoading && visibleRows.length < totalRows && (
        <Button
          type="link"
          className={styles.more}
          loading={rest?.loading ?? false}
          onClick={() => setExpanded(true)}
        >
          展开其余 {totalRows - visibleRows.length} 条
        </Button>
      )}
      {isExpanded && visibleRows.length === matches.length && matches.length > initialTraceRows && (
        <Button type="link" className={styles.more} onClick={() => setExpanded(false)}>
          收起
        </Button>
      )}
    </Card>
  );
}

function Filters(props: {
  traces: readonly Trace[];
  filter: TraceFilter;
  onChange: (filter: TraceFilter) => void;
}) {
  const { traces, filter, onChange } = props;
  const choices = useMemo(() => traceChoices(traces), [traces]);
  const select = (name: 'kind' | 'person' | 'node', label: string) => (
    <NameSelect
      ofPeople={name === 'person'}
      aria-label={label}
      placeholder={label}
      allowClear
      value={filter[name]}
      options={choices[name].map((value) => ({ value, label: value }))}
      onChange={(value: string | undefined) => onChange({ ...filter, [name]: value })}
    />
  );
  return (
    <search className={styles.filters} aria-label="筛选轨迹">
      {select('kind', '操作')}
      {select('node', '环节')}
      {select('person', '人员')}
      <Input
        aria-label="意见、单位或附件"
        placeholder="意见、单位或附件"
        allowClear
        maxLength={100}
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.target.value })}
      />
    </search>
  );
}

/** Exports the shown rows as a file; the audit log records the user. */
function ExportTraces({ code, ids }: { code: string; ids: string[] | undefined }) {
  const { run, running } = useAction(traceExport.csv);
  const feedback = useFeedback();
  const exportFile = async () => {
    const outcome = await run({ params: { workorderCode: code }, body: { ids } });
    if (outcome.kind === 'failed') feedback.failure(outcome.failure);
    if (outcome.kind !== 'done') return;
    saveFile(outcome.data.fileName, outcome.data.content);
    feedback.success(`已导出 ${outcome.data.rows} 条`);
  };
  return (
    <Button
      type="text"
      size="small"
      icon={<DownloadOutlined aria-hidden />}
      loading={running}
      aria-label="导出办理轨迹"
      title="导出办理轨迹"
      onClick={() => void exportFile()}
    />
  );
}
