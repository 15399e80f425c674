import { Select } from 'antd';
import styles from '../../form.module.css';
import type { FieldEditorProps } from '../../kind-view.ts';

/** Number of options from which a search field is useful. */
const minOptionsForSearch = 8;

export function SelectField(props: FieldEditorProps<string | readonly string[]>) {
  const { control, disabled, field, onBlur, onChange, options, value } = props;
  const multiple = field.props.multiple === true;
  const selectedValues = typeof value === 'string' ? (value === '' ? [] : [value]) : [...value];
  return (
    <Select<string | string[]>
      {...control}
      allowClear={!disabled}
      className={styles.select}
      disabled={disabled}
      mode={multiple ? 'multiple' : undefined}
      options={options.map((option) => ({ value: option.value, label: option.label }))}
      placeholder={field.props.placeholder ?? '请选择'}
      showSearch={multiple || options.length >= minOptionsForSearch ? { optionFilterProp: 'label' } : false}
      status={control['aria-invalid'] && 'error'}
      value={multiple ? selectedValues : selectedValues[0]}
      onBlur={onBlur}
      onChange={(next) => onChange(next ?? (multiple ? [] : ''))}
    />
  );
}
