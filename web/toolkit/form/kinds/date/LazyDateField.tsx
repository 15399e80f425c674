import { Input } from 'antd';
import { Suspense, useState } from 'react';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { maxTypedDayLength, readTypedDay } from '#domain/calendar/typed-day.ts';
import { prefetchableParts } from '../../../lazy-parts/prefetchable-parts.tsx';
import styles from '../../form.module.css';
import type { FieldEditorProps } from '../../kind-view.ts';

const parts = prefetchableParts(() => import('./DateField.tsx'));
const DateField = parts.part(({ DateField: Field }) => Field);

/** Loads the calendar, the heaviest part of a form. */
export const prefetchDateField = parts.prefetch;

/**
 * Edits a day. Forms without a date are shown without the calendar's code; until it has arrived, a box of the same size
 * shows the day, and passes a focus and a typed text on.
 */
export function LazyDateField(props: FieldEditorProps<string>) {
  const [hasFocus, setHasFocus] = useState(false);
  const [typedText, setTypedText] = useState<string>();
  const leave = () => {
    setHasFocus(false);
    if (typedText === undefined) return;
    const text = typedText.trim();
    setTypedText(undefined);
    props.onChange(readTypedDay(text, localDateOf(props.store.now())) ?? text);
    props.onBlur();
  };
  return (
    <Suspense
      fallback={
        <Input
          {...props.control}
          className={styles.date}
          disabled={props.disabled}
          maxLength={maxTypedDayLength}
          placeholder={props.field.props.placeholder ?? '请选择日期'}
          value={typedText ?? props.value}
          onChange={({ target }) => setTypedText(target.value)}
          onFocus={() => setHasFocus(true)}
          onBlur={leave}
        />
      }
    >
      <DateField
        {...props}
        autoFocus={hasFocus}
        typedText={typedText}
        onBlur={() => {
          // Read by now; the field must not begin with it again.
          setTypedText(undefined);
          props.onBlur();
        }}
      />
    </Suspense>
  );
}
