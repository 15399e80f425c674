import { DownloadOutlined, FilterOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { traceExport } from '#contract/trace-export.ts';
import type { Trace } from '#contract/work-orders.ts';
import { traceRowsAtFirst } from '#domain/workflow/model/limits.ts';
import { useAction } from '#web/api/use-action.ts';
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
const filterFrom = 8;

/** Shows 办理轨迹: a long one can be filtered by kind, person, node and text, folded, and exported as a file. */
export function TraceCard(props: {
  code: string;
  traces: readonly Trace[];
  /**
   * Rows that are not loaded yet; they are loaded when the user unfolds the trace, filters it or goes to one
   * of them.
   */
  rest?: RestOfTrace | null;
  /** The system whose trace replaces ours; null if there is none. */
  sourceName?: string | null;
  /** The row that the user came for. */
  markedId: string | undefined;
  /** A row selected elsewhere on the page; it is scrolled into view each time. */
  picked: { id: string } | undefined;
  ownId: string | undefined;
  actionOf: (trace: Trace) => ReactNode;
  panelOfferOf?: PanelOffers;
}) {
  const { code, markedId, picked, ownId, panelOfferOf } = props;
  const remote = useRemoteTrace(code, props.sourceName ?? null, picked);
  const traces = remote.rows ?? props.traces;
  const rest = remote.rows ? null : (props.rest ?? null);
  // Actions are possible only on the portal's own rows.
  const actionOf = remote.rows ? () => null : props.actionOf;
  const [open, setOpen] = useState(false);
  const [filter, setFilter] = useState<TraceFilter>(noTraceFilter);
  const [unfolded, setUnfolded] = useState(false);
  const filtering = open && isFiltering(filter);

  const rows = useMemo(() => {
    const inside = foldedTraceIds(traces);
    return orderTraces(traces.filter(({ id }) => filtering || !inside.has(id)));
  }, [traces, filtering]);
  const found = useMemo(() => (filtering ? filterTraces(rows, filter) : rows), [rows, filter, filtering]);
  // The row that the user came for is never folded away.
  const wantedId = picked?.id ?? markedId;
  const wantedIndex = found.findIndex(({ id }) => id === wantedId);
  const isAway = wantedId !== undefined && !traces.some(({ id }) => id === wantedId);
  const waits = rest !== null && (open || unfolded || isAway || wantedIndex >= traceRowsAtFirst);
  // If the trace is incomplete, only its first rows are consecutive.
  const upTo = rest === null ? Math.max(traceRowsAtFirst, wantedIndex + 1) : traceRowsAtFirst;
  const shown = unfolded && rest === null ? found : found.slice(0, upTo);
  const foundRows = rest === null ? found.length : rest.all - rest.answers;

  const failed = rest !== null && rest.failure !== null;
  useEffect(() => {
    if (waits && !failed) rest?.load();
  }, [waits, failed, rest?.load]);

  useEffect(() => {
    if (picked === undefined || waits) return;
    const row = document.getElementById(traceRowId(picked.id));
    row?.scrollIntoView?.({ block: 'nearest' });
    row?.focus({ preventScroll: true });
  }, [picked, waits]);

  return (
    <Card
      title="办理轨迹"
      extra={
        <span className={styles.tools}>
          <span className={styles.count} role="status">
            {filtering ? `${found.length} / ${traces.length} 条` : `${rest?.all ?? traces.length} 条`}
          </span>
          {(rest?.all ?? traces.length) >= filterFrom && (
            <Button
              type="text"
              size="small"
              icon={<FilterOutlined aria-hidden />}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            >
              筛选
            </Button>
          )}
          {remote.rows === undefined && (
            <ExportTraces code={code} ids={filtering ? found.map(({ id }) => id) : undefined} />
          )}
        </span>
      }
    >
      <RemoteTraceLine remote={remote} />
      {open && rest === null && <Filters traces={traces} filter={filter} onChange={setFilter} />}
      {waits && !failed && (
        <p className={styles.count} role="status">
          正在载入全部轨迹…
        </p>
      )}
      {waits && failed && <FailureState compact failure={rest.failure} onRetry={rest.load} />}
      {remote.isAsking ? (
        <SkeletonRows rows={4} />
      ) : filtering && found.length === 0 ? (
        <EmptyState
          compact
          title="没有符合条件的轨迹"
          action={<Button onClick={() => setFilter(noTraceFilter)}>清空条件</Button>}
        />
      ) : (
        <TraceTimeline
          traces={shown}
          {...(picked || markedId ? { markedId: picked?.id ?? markedId } : {})}
          ownId={ownId}
          actionOf={actionOf}
          panelOfferOf={panelOfferOf}
          withAnswers={filtering}
        />
      )}
      {!remote.isAsking && shown.length < foundRows && (
        <Button
          type="link"
          className={styles.more}
          loading={rest?.loading ?? false}
          onClick={() => setUnfolded(true)}
        >
          展开其余 {foundRows - shown.length} 条
        </Button>
      )}
      {unfolded && shown.length === found.length && found.length > traceRowsAtFirst && (
        <Button type="link" className={styles.more} onClick={() => setUnfolded(false)}>
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
    <Select
      aria-label={label}
      placeholder={label}
      allowClear
      showSearch
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
  const take = async () => {
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
      onClick={() => void take()}
    />
  );
}
