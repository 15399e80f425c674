import { isLocalDate, localDateOf } from '#domain/calendar/local-date.ts';
import { isTimeOfDay } from '#domain/calendar/time-of-day.ts';
import type { DateRange } from '#domain/forms/kinds/date-range/date-range.ts';
import { dateBoundsOf } from '#domain/forms/rules/date-bounds.ts';
import { joinClasses } from '../../styles/join-classes.ts';
import formStyles from '../form.module.css';
import type { ControlAttributes, FieldEditorProps } from '../kind-view.ts';
import { dayPlaceholder } from '../kinds/date/day-placeholder.ts';
import { LazyDateField } from '../kinds/date/LazyDateField.tsx';
import { DateRangeField } from '../kinds/LightKindField.tsx';
import styles from './phone-days.module.css';

/**
 * Edits a day or a time on a phone with the wheel or calendar of the phone itself. A text that is neither, typed at a
 * desk, is shown as text, so that it stays and can be corrected.
 */
export function PhoneDateField(props: FieldEditorProps<string>) {
  const { field, value } = props;
  const type = field.kindName === 'time' ? 'time' : 'date';
  const isReadable = type === 'time' ? isTimeOfDay : isLocalDate;
  if (value !== '' && !isReadable(value)) return <LazyDateField {...props} />;
  return (
    <PhoneInput
      {...(type === 'date' && boundsOf(props))}
      type={type}
      control={props.control}
      disabled={props.disabled}
      placeholder={field.props.placeholder ?? dayPlaceholder[type]}
      value={value}
      onBlur={props.onBlur}
      onChange={props.onChange}
    />
  );
}

/** Edits the first and the last day of a span on a phone. */
export function PhoneDateRangeField(props: FieldEditorProps<DateRange>) {
  const { control, disabled, field, onBlur, onChange, value } = props;
  const [from = '', to = ''] = value;
  if ([from, to].some((day) => day !== '' && !isLocalDate(day))) return <DateRangeField {...props} />;
  const { id, 'aria-labelledby': labelledBy, 'aria-label': label, ...shared } = control;
  const bounds = boundsOf(props);
  const change = (days: readonly [string, string]) => onChange(days.every((day) => day === '') ? [] : days);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one field
    <div
      role="group"
      className={styles.span}
      aria-labelledby={labelledBy}
      aria-label={label}
      aria-describedby={control['aria-describedby']}
      // The first box is left for the second one: both are checked together.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onBlur();
      }}
    >
      <PhoneInput
        {...bounds}
        type="date"
        control={{ ...shared, id, 'aria-label': `${field.title}：开始日期` }}
        disabled={disabled}
        placeholder="开始日期"
        value={from}
        onChange={(day) => change([day, to])}
      />
      <PhoneInput
        {...bounds}
        {...(from !== '' && { min: from })}
        type="date"
        control={{ ...shared, id: `${id}-end`, 'aria-label': `${field.title}：结束日期` }}
        disabled={disabled}
        placeholder="结束日期"
        value={to}
        onChange={(day) => change([from, day])}
      />
    </div>
  );
}

function PhoneInput(props: {
  type: 'date' | 'time';
  control: ControlAttributes;
  disabled: boolean;
  placeholder: string;
  min?: string | undefined;
  max?: string | undefined;
  value: string;
  onBlur?: () => void;
  onChange: (value: string) => void;
}) {
  const { control, onChange, placeholder, value, ...input } = props;
  return (
    <span className={joinClasses(formStyles.date, styles.field)}>
      <input
        {...input}
        {...control}
        className={styles.day}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {/* The browser writes a day in the language of the phone, this text in that of the office. */}
      <span aria-hidden="true" className={joinClasses(styles.text, value === '' && styles.empty)}>
        {value === '' ? placeholder : value}
      </span>
    </span>
  );
}

function boundsOf({ field, store }: Pick<FieldEditorProps, 'field' | 'store'>) {
  return dateBoundsOf(field, { read: (id) => store.read(id), today: localDateOf(store.now()) });
}
