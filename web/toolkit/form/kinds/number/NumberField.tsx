import { InputNumber } from 'antd';
import styles from '../../form.module.css';
import type { FieldEditorProps } from '../../kind-view.ts';

export function NumberField({
  control,
  disabled,
  field,
  onBlur,
  onChange,
  value,
}: FieldEditorProps<number | null>) {
  return (
    <InputNumber<number>
      {...control}
      className={styles.number}
      controls={false}
      disabled={disabled}
      inputMode={field.props.precision === 0 ? 'numeric' : 'decimal'}
      placeholder={field.props.placeholder ?? '请输入'}
      status={control['aria-invalid'] && 'error'}
      suffix={field.props.unit}
      value={value}
      onBlur={onBlur}
      onChange={onChange}
    />
  );
}
