import { Select } from 'antd';
import { useState } from 'react';
import styles from '../../form.module.css';
import type { FieldEditorProps } from '../../kind-view.ts';
import { ClosedSelect } from './ClosedSelect.tsx';

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
  const placeholder = field.props.placeholder ?? '请选择';
  const [use, setUse] = useState<'none' | 'pointer' | 'focus' | 'open'>('none');
  // Several choices, and options that an interface lists, are shown in ways of the library.
  if (use === 'none' && !multiple && props.optionsNotice === undefined) {
    const [chosen = ''] = selectedValues;
    const text = options.find((option) => option.value === chosen)?.label ?? chosen;
    return <ClosedSelect {...{ control, disabled, text, placeholder }} onUse={setUse} />;
  }
  return (
    <Select<string | string[], { value: string; label: string }>
      {...control}
      allowClear={!disabled}
      autoFocus={use === 'focus' || use === 'open'}
      className={styles.select}
      defaultOpen={use === 'open'}
      disabled={disabled}
      mode={multiple ? 'multiple' : undefined}
      notFoundContent={props.optionsNotice?.text}
      options={options.map((option) => ({ value: option.value, label: option.label }))}
      placeholder={placeholder}
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
