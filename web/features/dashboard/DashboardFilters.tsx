import { FilterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { catalogue } from '#contract/catalogue.ts';
import { dashboard } from '#contract/dashboard.ts';
import type { DaySpan } from '#domain/figures/compared-spans.ts';
import { checkEnds } from '#domain/lists/date-span.ts';
import type { TreeRow } from '#domain/lists/tree.ts';
import { findsName } from '#domain/texts/name-search.ts';
import { queryAs, queryOf } from '#web/api/query-of.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import { DaySpanInput } from '#web/toolkit/days/DaySpanInput.tsx';
import { TreeInput } from '#web/toolkit/list/TreeInput.tsx';
import type { DaySpan as DaySpanValue } from '#web/toolkit/list-model/list-types.ts';
import { useIsLowWindow, useIsPhone } from '#web/toolkit/styles/use-window-size.ts';
import styles from './dashboard.module.css';
import {
  type DashboardFilterValues,
  nameOfSpan,
  type QuickSpan,
  quickSpan,
  quickSpans,
} from './dashboard-address.ts';

const minutes = 60_000;

const problemOf = ({ from, to }: DaySpanValue = {}) => checkEnds({ from, until: to })?.message;

/** Returns a query of the organisations whose figures this person may see: the server offers no others. */
function organisationsQuery(name: string) {
  return queryAs(queryOf(dashboard.choices, {}), ({ orgs }): readonly TreeRow[] =>
    name === '' ? orgs : orgs.filter((org) => findsName(name, org.name)),
  );
}

/** Shows the filters for time, region, organisation and item; a choice changes the address at once. */
export function DashboardFilters(props: {
  filters: DashboardFilterValues;
  span: DaySpan;
  today: string;
  /** True if the figures are those of the person's own organisation. */
  isLimited: boolean;
  onChange: (filters: DashboardFilterValues) => void;
}) {
  const { filters, span, today, isLimited, onChange } = props;
  // Lists of choices report no errors (S0 §8): the figures work without them.
  const choices = useQuery({ ...queryOf(dashboard.choices, {}), staleTime: 5 * minutes });
  const items = useQuery({
    ...queryOf(catalogue.itemPage, { query: { size: 200 } }),
    staleTime: 5 * minutes,
  });
  // In a small window the figures come first: only the period is always shown.
  const isLow = useIsLowWindow();
  const isSmall = useIsPhone() || isLow;
  const [isExpanded, setExpanded] = useState(false);
  const [pendingSpan, setPendingSpan] = useState<DaySpanValue>();
  const spanName = nameOfSpan(span, today);
  const activeFilters = [filters.areaCode, filters.orgCode, filters.taskCode, spanName === undefined];
  const activeCount = activeFilters.filter(Boolean).length;
  const change = (values: DashboardFilterValues) => onChange({ ...filters, ...values });
  const renderSelect = (
    label: string,
    name: 'areaCode' | 'taskCode',
    options: { value: string; label: string }[],
    loading: boolean,
  ) => (
    <NameSelect
      className={styles.chooser}
      aria-label={label}
      placeholder={label}
      allowClear
      loading={loading}
      value={filters[name]}
      onChange={(value: string | undefined) => change({ [name]: value })}
      options={options}
    />
  );
  const renderMoreFilters = () => (
    <>
      <div className={styles.days}>
        <DaySpanInput
          id="dashboard-days"
          label="起止日期"
          value={pendingSpan ?? { from: filters.startDate ?? span.from, to: filters.endDate ?? span.to }}
          problem={problemOf(pendingSpan)}
          onChange={(value) => {
            // A span with only one end, or with a problem, is not applied yet.
            const isApplied = value === undefined || (value.from && value.to && !problemOf(value));
            setPendingSpan(isApplied ? undefined : value);
            if (isApplied) change({ startDate: value?.from, endDate: value?.to });
          }}
        />
      </div>
      {renderSelect(
        '全部区划',
        'areaCode',
        (choices.data?.areas ?? []).map(({ code, name }) => ({ value: code, label: name })),
        choices.isPending,
      )}
      <div className={styles.chooser}>
        <label className="visually-hidden" htmlFor="dashboard-org">
          机构
        </label>
        <TreeInput
          id="dashboard-org"
          label="机构"
          placeholder={isLimited ? '本机构及下级' : '全部机构'}
          source={organisationsQuery}
          value={filters.orgCode}
          onChange={(value) => change({ orgCode: value as string | undefined })}
        />
      </div>
      {renderSelect(
        '全部事项',
        'taskCode',
        (items.data?.rows ?? []).map(({ taskCode, name }) => ({ value: taskCode, label: name })),
        items.isPending,
      )}
    </>
  );
  return (
    <section className={styles.filters} aria-label="筛选">
      <Segmented<QuickSpan | ''>
        aria-label="时间"
        value={spanName ?? ''}
        options={[...quickSpans]}
        onChange={(name) => {
          if (name === '') return;
          const { from, to } = quickSpan(name, today);
          change({ startDate: from, endDate: to });
        }}
      />
      {isSmall && (
        <Button
          icon={<FilterOutlined aria-hidden />}
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {activeCount > 0 ? `筛选（${activeCount} 项已选）` : '筛选'}
        </Button>
      )}
      {(!isSmall || isExpanded) && renderMoreFilters()}
    </section>
  );
}
