import { Select } from 'antd';
import { placedOptions } from '#domain/forms/option-tree.ts';
import styles from '../../form.module.css';
import type { FieldEditorProps } from '../../kind-view.ts';

/** Pixels by which each level is further in than the one above it. */
const indent = 16;

/**
 * Edits one or several options of a tree, drawn as a list, so that it fits a phone and is found by any name on its
 * way.
 */
export function TreeSelectField(props: FieldEditorProps<string | readonly string[]>) {
  const { control, disabled, field, onBlur, onChange, options, value } = props;
  const multiple = field.props.multiple === true;
  const selectedValues = typeof value === 'string' ? (value === '' ? [] : [value]) : [...value];
  return (
    <Select<string | string[], OptionOfTree>
      {...control}
      allowClear={!disabled}
      className={styles.select}
      disabled={disabled}
      mode={multiple ? 'multiple' : undefined}
      notFoundContent={props.optionsNotice?.text || '没有找到'}
      options={placedOptions(options).map(({ option, path }) => ({
        value: option.value,
        label: option.label,
        way: path.map(({ label }) => label).join(' / '),
        level: path.length,
      }))}
      optionRender={({ data }) => (
        <span style={{ paddingInlineStart: (data.level - 1) * indent }}>{data.label}</span>
      )}
      placeholder={field.props.placeholder ?? '请选择'}
      showSearch={{ optionFilterProp: 'way' }}
      status={control['aria-invalid'] && 'error'}
      value={multiple ? selectedValues : selectedValues[0]}
      onBlur={onBlur}
      onChange={(next) => onChange(next ?? (multiple ? [] : ''))}
    />
  );
}

interface OptionOfTree {
  value: string;
  label: string;
  /** The names from the root down, in which a typed text is sought. */
  way: string;
  level: number;
}
