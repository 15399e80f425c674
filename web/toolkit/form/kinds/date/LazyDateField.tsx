import { Input } from 'antd';
import { Suspense, useState } from 'react';
import { prefetchableParts } from '../../../lazy-parts/prefetchable-parts.tsx';
import styles from '../../form.module.css';
import type { FieldEditorProps } from '../../kind-view.ts';

const parts = prefetchableParts(() => import('./DateField.tsx'));
const DateField = parts.part(({ DateField: Field }) => Field);

/** Loads the calendar, the heaviest part of a form. */
export const prefetchDateField = parts.prefetch;

/**
 * Edits a day. Forms without a date are shown without the calendar's code; until it has arrived, a box of the same size
 * shows the day, and passes a focus on.
 */
export function LazyDateField(props: FieldEditorProps<string>) {
  const [hasFocus, setHasFocus] = useState(false);
  return (
    <Suspense
      fallback={
        <Input
          {...props.control}
          readOnly
          className={styles.date}
          disabled={props.disabled}
          placeholder={props.field.props.placeholder ?? '请选择日期'}
          value={props.value}
          onFocus={() => setHasFocus(true)}
          onBlur={() => setHasFocus(false)}
        />
      }
    >
      <DateField {...props} autoFocus={hasFocus} />
    </Suspense>
  );
}
