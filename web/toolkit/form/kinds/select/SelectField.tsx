import { Select } from 'antd';
import styles from '../../form.module.css';
import type { FieldEditorProps } from '../../kind-view.ts';

/** Number of options from which a search field is useful. */
const minOptionsForSearch = 8;

export function SelectField(
  props: FieldEditorProps<string | readonly string[]> & {
    /** Checks whether a typed text finds an option; by default its label contains the text. */
    finds?: (text: string, label: string) => boolean;
    /** False to draw all options at once, so that a screen reader knows their number. */
    virtual?: boolean;
  },
) {
  const { control, disabled, field, onBlur, onChange, options, value, finds, virtual } = props;
  const multiple = field.props.multiple === true;
  const selectedValues = typeof value === 'string' ? (value === '' ? [] : [value]) : [...value];
  return (
    <Select<string | string[], { value: string; label: string }>
      {...control}
      allowClear={!disabled}
      className={styles.select}
      disabled={disabled}
      mode={multiple ? 'multiple' : undefined}
      notFoundContent={props.optionsNotice?.text}
      options={options.map((option) => ({ value: option.value, label: option.label }))}
      placeholder={field.props.placeholder ?? '请选择'}
      showSearch={
        multiple || options.length >= minOptionsForSearch
          ? finds
            ? { filterOption: (text, option) => finds(text, option?.label ?? '') }
            : { optionFilterProp: 'label' }
          : false
      }
      status={control['aria-invalid'] && 'error'}
      virtual={virtual}
      value={multiple ? selectedValues : selectedValues[0]}
      onBlur={onBlur}
      onChange={(next) => onChange(next ?? (multiple ? [] : ''))}
    />
  );
}
