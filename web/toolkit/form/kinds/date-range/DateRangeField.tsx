import { localDateOf } from '#domain/calendar/local-date.ts';
import type { DateRange } from '#domain/forms/kinds/date-range/date-range.ts';
import { DaySpanInput } from '../../../days/DaySpanInput.tsx';
import type { FieldEditorProps } from '../../kind-view.ts';
import { isOutOfBounds } from '../date/DateField.tsx';
import styles from '../light-kinds.module.css';

/** Edits the first and the last day of a span, each in a box of its own. */
export function DateRangeField(props: FieldEditorProps<DateRange>) {
  const { control, disabled, field, onBlur, onChange, store, value } = props;
  const { id, 'aria-labelledby': labelledBy, 'aria-label': label, 'aria-describedby': describedBy } = control;
  const [from, to] = value;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: detects by bubbling blur events that the focus leaves both boxes
    <div
      className={styles.range}
      // The first box is left for the second one: both are checked together.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onBlur();
      }}
    >
      <DaySpanInput
        id={id}
        label={label ?? field.title}
        labelledBy={labelledBy}
        describedBy={describedBy}
        disabled={disabled}
        isDisabled={(day) => isOutOfBounds(props, day)}
        isInvalid={control['aria-invalid'] === true}
        isMarkedRequired={control['aria-required'] === true}
        today={localDateOf(store.now())}
        value={{ ...(from && { from }), ...(to && { to }) }}
        onChange={(span) => onChange(span === undefined ? [] : [span.from ?? '', span.to ?? ''])}
      />
    </div>
  );
}
