import { Select } from 'antd';
import { optionsOnPath } from '#domain/forms/option-tree.ts';
import type { FieldEditorProps } from '../../kind-view.ts';
import styles from '../light-kinds.module.css';

/** Number of options from which a search field is useful. */
const minOptionsForSearch = 8;

/** Edits a way through a tree of options: a box for each level, which appears when the level above is chosen. */
export function CascaderSelectField(props: FieldEditorProps<readonly string[]>) {
  const { control, disabled, field, onBlur, onChange, options, value } = props;
  const { id, 'aria-labelledby': labelledBy, 'aria-label': label, 'aria-describedby': describedBy } = control;
  const path = optionsOnPath(value, options);
  const below = path.map(({ children = [] }) => children);
  // A value that the tree no longer has is shown as it is stored.
  const levels = [options, ...below].filter((list, level) => list.length > 0 || value[level] !== undefined);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have its own legend besides the form's label
    <div
      aria-describedby={describedBy}
      aria-label={label}
      aria-labelledby={labelledBy}
      className={styles.row}
      role="group"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onBlur();
      }}
    >
      {levels.map((list, level) => {
        const above = value.slice(0, level);
        return (
          <Select<string>
            key={JSON.stringify(above)}
            id={level === 0 ? id : `${id}-${level + 1}`}
            aria-label={`${field.title}第 ${level + 1} 级`}
            aria-describedby={describedBy}
            aria-invalid={control['aria-invalid']}
            aria-required={control['aria-required']}
            allowClear={!disabled}
            className={styles.grow}
            disabled={disabled}
            options={list.map(({ value: step, label: name }) => ({ value: step, label: name }))}
            placeholder={level === 0 ? (field.props.placeholder ?? '请选择') : '请选择下一级'}
            showSearch={list.length >= minOptionsForSearch ? { optionFilterProp: 'label' } : false}
            status={control['aria-invalid'] && 'error'}
            value={value[level]}
            onChange={(next) => onChange(next === undefined ? above : [...above, next])}
          />
        );
      })}
    </div>
  );
}
