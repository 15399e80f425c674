import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { boundOf } from '#domain/forms/rules/date-bounds.ts';
import { dayFormat, dayFormats } from '../../../day-formats.ts';
import styles from '../../form.module.css';
import type { FieldEditorProps } from '../../kind-view.ts';

/** Edits a day in a calendar, or as text. */
export function DateField(props: FieldEditorProps<string> & { autoFocus?: boolean }) {
  const { autoFocus = false, control, disabled, field, onBlur, onChange, value } = props;
  const day = value === '' ? null : dayjs(value, dayFormat);
  const acceptTyped = (input: EventTarget) => {
    const typedDay = dayOf((input as HTMLInputElement).value);
    if (typedDay !== undefined && typedDay !== value) onChange(typedDay);
  };
  return (
    <DatePicker
      {...control}
      autoFocus={autoFocus}
      className={styles.date}
      disabled={disabled}
      disabledDate={(candidate) => isOutOfBounds(props, candidate)}
      format={dayFormats}
      placeholder={field.props.placeholder ?? '请选择日期'}
      status={control['aria-invalid'] && 'error'}
      value={day?.isValid() ? day : null}
      onKeyDown={({ key, target }) => {
        // On these keys the calendar discards a day that is disabled, before the field loses the focus. Other
        // keys are left to it: the text may be that of the day under the pointer.
        const typedDay = dayOf((target as HTMLInputElement).value);
        const isKey = key === 'Enter' || key === 'Tab';
        if (isKey && typedDay !== undefined && isOutOfBounds(props, dayjs(typedDay, dayFormat)))
          acceptTyped(target);
      }}
      onBlur={({ target }) => {
        acceptTyped(target);
        onBlur();
      }}
      onChange={(next: Dayjs | null) => onChange(next?.format(dayFormat) ?? '')}
    />
  );
}

/**
 * Returns the day of a text. The calendar discards a typed day that is disabled; the form keeps it and shows
 * the reason at the field.
 */
function dayOf(text: string): string | undefined {
  const day = dayFormats.map((format) => dayjs(text, format, true)).find((parsed) => parsed.isValid());
  return day?.format(dayFormat);
}

/** Disables the days that the field's own rules refuse; called for each day when the calendar is open. */
function isOutOfBounds({ field, store }: FieldEditorProps<string>, candidate: Dayjs): boolean {
  const context = { read: (id: string) => store.read(id), today: localDateOf(store.now()) };
  const day = candidate.format(dayFormat);
  return field.rules.some(({ rule }) => {
    if (rule.rule !== 'dateFrom' && rule.rule !== 'dateTo') return false;
    const bound = boundOf(rule, context);
    return bound !== undefined && (rule.rule === 'dateFrom' ? day < bound : day > bound);
  });
}
