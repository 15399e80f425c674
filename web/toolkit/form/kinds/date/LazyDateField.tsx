import { Input, type InputRef } from 'antd';
import { type ComponentProps, type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { readTypedTime } from '#domain/calendar/time-of-day.ts';
import { maxTypedDayLength, readTypedDay } from '#domain/calendar/typed-day.ts';
import type { TextSelection } from '../../../days/DayInput.tsx';
import { prefetchableParts } from '../../../lazy-parts/prefetchable-parts.tsx';
import styles from '../../form.module.css';
import type { FieldEditorProps } from '../../kind-view.ts';
import { dayPlaceholder } from './day-placeholder.ts';

const parts = prefetchableParts(() => import('./DateField.tsx'));
const DateField = parts.part(({ DateField: Field }) => Field);

/** Loads the calendar, the heaviest part of a form. */
export const prefetchDateField = parts.prefetch;

/**
 * Edits a day or a time. Forms without one are shown without the calendar's code; until it has arrived, a box of the same size
 * shows the text, and passes its focus, its selection and a typed text on.
 */
export function LazyDateField(props: FieldEditorProps<string>) {
  const [hasFocus, setHasFocus] = useState(false);
  const isTime = props.field.kindName === 'time';
  const [typedText, setTypedText] = useState<string>();
  const selection = useRef<TextSelection>(undefined);
  const leave = () => {
    setHasFocus(false);
    if (typedText === undefined) return;
    const text = typedText.trim();
    setTypedText(undefined);
    props.onChange(
      (isTime ? readTypedTime(text) : readTypedDay(text, localDateOf(props.store.now()))) ?? text,
    );
    props.onBlur();
  };
  return (
    <Suspense
      fallback={
        <Box
          {...props.control}
          className={styles.date}
          disabled={props.disabled}
          maxLength={maxTypedDayLength}
          placeholder={props.field.props.placeholder ?? dayPlaceholder[isTime ? 'time' : 'date']}
          value={typedText ?? props.value}
          onChange={({ target }) => setTypedText(target.value)}
          onFocus={() => setHasFocus(true)}
          onBlur={leave}
          selection={selection}
        />
      }
    >
      <DateField
        {...props}
        autoFocus={hasFocus}
        typedText={typedText}
        selection={selection}
        onBlur={() => {
          // Read by now; the field must not begin with it again.
          setTypedText(undefined);
          props.onBlur();
        }}
      />
    </Suspense>
  );
}

/** Shows the box, and stores its selection when the field replaces it. */
function Box({
  selection,
  ...props
}: ComponentProps<typeof Input> & { selection: RefObject<TextSelection | undefined> }) {
  const box = useRef<InputRef>(null);
  useLayoutEffect(() => {
    const input = box.current?.input;
    return () => {
      if (input) selection.current = [input.selectionStart ?? 0, input.selectionEnd ?? 0];
    };
  }, [selection]);
  return <Input {...props} ref={box} />;
}
