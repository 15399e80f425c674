import { slider, sliderScale } from '#domain/forms/kinds/slider/slider.ts';
import type { FieldEditorProps } from '../../kind-view.ts';
import { ClearButton } from '../ClearButton.tsx';
import styles from '../light-kinds.module.css';

/** Keys that move a slider towards its lowest value. */
const keysDown = ['Home', 'ArrowLeft', 'ArrowDown', 'PageDown'];

/** Edits a number on a scale; a slider that nobody has moved says so, and the first click or key gives it a value. */
export function SliderField(props: FieldEditorProps<number | null>) {
  const { control, disabled, field, onBlur, onChange, options, value } = props;
  const scale = sliderScale(field.props);
  // A slider may not be marked as required, so its text says it.
  const { 'aria-required': isRequired, ...attributes } = control;
  const text = slider.text(value, { props: field.props, options });
  const state = text === '' ? '未选择' : text;
  return (
    <div className={styles.row}>
      <input
        type="range"
        {...attributes}
        {...scale}
        aria-valuetext={isRequired && value === null ? `${state}，必填` : state}
        className={styles.slider}
        data-empty={value === null || undefined}
        disabled={disabled}
        value={value ?? scale.min}
        onBlur={onBlur}
        onChange={({ target }) => onChange(Number(target.value))}
        // The browser reports no change to the value that the empty slider stands at.
        onClick={({ currentTarget }) => {
          if (value === null) onChange(Number(currentTarget.value));
        }}
        onKeyDown={({ key }) => {
          if (value === null && keysDown.includes(key)) onChange(scale.min);
        }}
      />
      <output className={styles.output} htmlFor={control.id}>
        {state}
      </output>
      {value !== null && !disabled && <ClearButton title={field.title} onClear={() => onChange(null)} />}
    </div>
  );
}
