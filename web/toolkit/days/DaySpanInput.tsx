import { CloseCircleFilled } from '@ant-design/icons';
import { useRef, useState } from 'react';
import type { LocalDate } from '#domain/calendar/local-date.ts';
import type { DaySpan } from '../list-model/list-types.ts';
import { joinClasses } from '../styles/join-classes.ts';
import { DayInput, type DayInputElement } from './DayInput.tsx';
import styles from './day-input.module.css';

/**
 * Shows an input for a span of days, or of minutes with `withTime`; either end may stay open. Each end has a calendar of
 * its own, which fits in the window of a phone. A start that is chosen after the end empties the end; a typed one is
 * a problem.
 */
export function DaySpanInput({
  id,
  label,
  value = {},
  onChange,
  placeholders = ['开始日期', '结束日期'],
  isRequired = false,
  isMarkedRequired = isRequired,
  withTime = false,
  isInvalid = false,
  problem,
  labelledBy,
  describedBy,
  disabled = false,
  today,
  isDisabled,
}: {
  id: string;
  label: string;
  /** Id of a label that names the span instead of `label`. */
  labelledBy?: string | undefined;
  /** Ids of the texts about both ends. */
  describedBy?: string | undefined;
  disabled?: boolean;
  today?: LocalDate;
  /** True for days that neither calendar offers; they can still be typed. */
  isDisabled?: (day: LocalDate) => boolean;
  /** Both are given by the item of a form. */
  value?: DaySpan;
  onChange?: (value: DaySpan | undefined) => void;
  placeholders?: readonly [string, string];
  /** True if the span cannot be cleared as a whole. */
  isRequired?: boolean;
  /** True if both ends are announced as required, although the span can be cleared. */
  isMarkedRequired?: boolean;
  withTime?: boolean;
  isInvalid?: boolean;
  /** Sentence below the field about its days; a form shows it with its other problems. */
  problem?: string | undefined;
}) {
  const { from = '', to = '' } = value;
  const end = useRef<DayInputElement>(null);
  const [endOpenCount, setEndOpenCount] = useState(0);
  const change = (next: { from: string; to: string }) =>
    onChange?.(
      next.from === '' && next.to === ''
        ? undefined
        : { from: next.from || undefined, to: next.to || undefined },
    );
  const shared = {
    allowClear: false,
    suffixIcon: null,
    variant: 'borderless',
    withTime,
    isInvalid: isInvalid || problem !== undefined,
    disabled,
    ...(today !== undefined && { today }),
    'aria-describedby': problem === undefined ? describedBy : `${id}-problem`,
    'aria-required': isMarkedRequired || undefined,
  } as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one field
    <div
      role="group"
      {...(labelledBy === undefined ? { 'aria-label': label } : { 'aria-labelledby': labelledBy })}
      aria-describedby={describedBy}
    >
      <span className={joinClasses(styles.span, shared.isInvalid && styles.spanWrong)}>
        <DayInput
          {...shared}
          id={id}
          aria-label={`${label}：${placeholders[0]}`}
          placeholder={placeholders[0]}
          value={from}
          {...(isDisabled && { isDisabled })}
          onChange={(day) => change({ from: day, to })}
          onChosen={(day) => {
            if (withTime || (to !== '' && day <= to)) return;
            if (to !== '') change({ from: day, to: '' });
            end.current?.focus();
            setEndOpenCount((count) => count + 1);
          }}
        />
        <span aria-hidden>–</span>
        <DayInput
          {...shared}
          ref={end}
          id={`${id}-end`}
          aria-label={`${label}：${placeholders[1]}`}
          placeholder={placeholders[1]}
          value={to}
          openCount={endOpenCount}
          firstShownDay={from}
          isDisabled={(day) => from.slice(0, day.length) > day || isDisabled?.(day) === true}
          onChange={(day) => change({ from, to: day })}
        />
        {!isRequired && !disabled && (from !== '' || to !== '') && (
          <button
            type="button"
            tabIndex={-1}
            className={styles.clear}
            aria-label="清空"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => change({ from: '', to: '' })}
          >
            <CloseCircleFilled aria-hidden />
          </button>
        )}
      </span>
      {problem !== undefined && (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
