import { CloseCircleFilled } from '@ant-design/icons';
import { Input } from 'antd';
import { lazy, Suspense, useId } from 'react';
import { checkEnds } from '#domain/lists/date-span.ts';
import { NameSelect } from '../choices/NameSelect.tsx';
import { retryablePart } from '../lazy-parts/retryable-part.tsx';
import type { FilterValue, FilterValues, ListFilter } from '../list-model/list-types.ts';
import { joinClasses } from '../styles/join-classes.ts';
import styles from './filter-bar.module.css';
import { optionsOf, spanOf } from './list-state.ts';

const ServerChoiceFilter = lazy(() =>
  retryablePart(async () => (await import('./ServerChoiceFilter.tsx')).ServerChoiceFilter),
);
const DaySpanInput = lazy(() =>
  retryablePart(async () => (await import('../days/DaySpanInput.tsx')).DaySpanInput),
);

/** Shows one filter with its label; the mark of a required one is before the label. */
export function FilterControl(props: {
  filter: ListFilter;
  /** Values of all filters; the options of one filter may depend on the value of another. */
  values: FilterValues;
  /** True while the date picker, the heaviest part of a list, is not loaded yet. */
  waiting?: boolean | undefined;
  onChange: (value: FilterValue) => void;
}) {
  const { filter, values, onChange } = props;
  const id = useId();
  return (
    <div className={styles.filterItem}>
      <label htmlFor={id} id={`${id}-label`} title={filter.label}>
        {filter.required && (
          <span className={styles.filterRequired} aria-hidden="true">
            *
          </span>
        )}
        {filter.label}
      </label>
      <div
        className={joinClasses(styles.filterControl, filter.kind === 'daySpan' && styles.filterControlWide)}
        style={filter.kind === 'text' ? { minWidth: widthOfHint(filter.placeholder) } : undefined}
      >
        {props.waiting && filter.kind === 'daySpan' ? (
          <span className={styles.filterWaiting} />
        ) : (
          renderControl(filter, id, values, onChange)
        )}
      </div>
    </div>
  );
}

/**
 * Returns the width in characters, of the hint and the clear icon next to it; digits and spaces are half as wide as a
 * Chinese character.
 */
const widthOfHint = (hint = '') =>
  `${Math.max(hint.length - (hint.match(/[\d ]/g)?.length ?? 0) / 2, 4) + 3.8}em`;

function renderControl(
  filter: ListFilter,
  id: string,
  values: FilterValues,
  onChange: (value: FilterValue) => void,
) {
  const value = values[filter.name];
  switch (filter.kind) {
    case 'text':
      return (
        <Input
          id={id}
          value={typeof value === 'string' ? value : ''}
          placeholder={filter.placeholder ?? '请输入'}
          maxLength={100}
          allowClear={{ clearIcon: <CloseCircleFilled aria-label="清空" /> }}
          aria-required={filter.required}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'select':
      return (
        <NameSelect
          id={id}
          value={value === '' ? undefined : (value as string | number | undefined)}
          placeholder="请选择"
          allowClear
          loading={filter.loading}
          options={optionsOf(filter, values)}
          style={{ width: '100%' }}
          onChange={(chosen: string | number | undefined) => onChange(chosen)}
        />
      );
    case 'daySpan': {
      const span = spanOf(value);
      return (
        <Suspense fallback={<span className={styles.filterWaiting} />}>
          <DaySpanInput
            id={id}
            label={filter.label}
            value={span}
            problem={checkEnds({ from: span.from, until: span.to })?.message}
            onChange={onChange}
          />
        </Suspense>
      );
    }
    case 'lookup':
    case 'tree':
      return (
        <Suspense fallback={<span className={styles.filterWaiting} />}>
          <ServerChoiceFilter id={id} filter={filter} values={values} value={value} onChange={onChange} />
        </Suspense>
      );
    case 'fromLink':
      return null;
    case 'custom':
      return filter.render({ id, value, onChange });
    default:
      throw new Error(filter satisfies never);
  }
}
