import { localDateOf } from '#domain/calendar/local-date.ts';
import { dateBoundsOf } from '#domain/forms/rules/date-bounds.ts';
import { DayInput, type DayInputProps } from '../../../days/DayInput.tsx';
import styles from '../../form.module.css';
import type { FieldEditorProps } from '../../kind-view.ts';
import { dayPlaceholder } from './day-placeholder.ts';

/** Edits a day or a time in a calendar, or as text; one that was typed with Enter is checked before the field is left. */
export function DateField(
  props: FieldEditorProps<string> & Pick<DayInputProps, 'typedText' | 'selection'> & { autoFocus?: boolean },
) {
  const {
    autoFocus = false,
    typedText,
    selection,
    control,
    disabled,
    field,
    onBlur,
    onChange,
    store,
    value,
  } = props;
  const isTime = field.kindName === 'time';
  return (
    <DayInput
      {...control}
      autoFocus={autoFocus}
      typedText={typedText}
      selection={selection}
      className={styles.date}
      disabled={disabled}
      isDisabled={(day) => isOutOfBounds(props, day)}
      isInvalid={control['aria-invalid']}
      isTime={isTime}
      placeholder={field.props.placeholder ?? dayPlaceholder[isTime ? 'time' : 'date']}
      today={localDateOf(store.now())}
      value={value}
      onBlur={onBlur}
      onChange={(day) => {
        onChange(day);
        if (day !== '') onBlur();
      }}
    />
  );
}

/** Disables the days that the field's own rules refuse; called for each day when the calendar is open. */
export function isOutOfBounds(
  { field, store }: Pick<FieldEditorProps, 'field' | 'store'>,
  day: string,
): boolean {
  const context = { read: (id: string) => store.read(id), today: localDateOf(store.now()) };
  const { min = day, max = day } = dateBoundsOf(field, context);
  return day < min || day > max;
}
