import { isLocalDate, localDateOf } from '#domain/calendar/local-date.ts';
import { dateBoundOf } from '#domain/forms/rules/date-bounds.ts';
import { joinClasses } from '../../styles/join-classes.ts';
import formStyles from '../form.module.css';
import type { FieldEditorProps } from '../kind-view.ts';
import { LazyDateField } from '../kinds/date/LazyDateField.tsx';
import styles from './phone-date.module.css';

/**
 * Edits a day on a phone with the wheel or calendar of the phone itself. A text that is no day, typed at a desk, is
 * shown as text, so that it stays and can be corrected.
 */
export function PhoneDateField(props: FieldEditorProps<string>) {
  const { control, disabled, field, onBlur, onChange, value } = props;
  if (value !== '' && !isLocalDate(value)) return <LazyDateField {...props} />;
  const { min, max } = boundsOf(props);
  return (
    <span className={joinClasses(formStyles.date, styles.field)}>
      <input
        type="date"
        {...control}
        className={styles.day}
        disabled={disabled}
        min={min}
        max={max}
        value={value}
        onBlur={onBlur}
        onChange={({ target }) => onChange(target.value)}
      />
      {/* The browser writes a day in the language of the phone, this text in that of the office. */}
      <span aria-hidden="true" className={joinClasses(styles.text, value === '' && styles.empty)}>
        {value === '' ? (field.props.placeholder ?? '请选择日期') : value}
      </span>
    </span>
  );
}

/** Returns the first and last day that the rules of the field accept. */
function boundsOf({ field, store }: FieldEditorProps<string>): { min?: string; max?: string } {
  const context = { read: (id: string) => store.read(id), today: localDateOf(store.now()) };
  const bounds = field.rules.flatMap(({ rule }) => {
    if (rule.rule !== 'dateFrom' && rule.rule !== 'dateTo') return [];
    const day = dateBoundOf(rule, context);
    return day === undefined ? [] : [{ isMin: rule.rule === 'dateFrom', day }];
  });
  const days = (isMin: boolean) =>
    bounds
      .filter((bound) => bound.isMin === isMin)
      .map(({ day }) => day)
      .sort();
  return { min: days(true).at(-1), max: days(false)[0] };
}
