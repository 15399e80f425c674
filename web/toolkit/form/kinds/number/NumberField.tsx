import { Input } from 'antd';
import { type ChangeEvent, useState } from 'react';
import { plainDecimal, readTypedNumber } from '#domain/texts/typed-number.ts';
import styles from '../../form.module.css';
import type { FieldEditorProps } from '../../kind-view.ts';
import { TextBox } from '../TextBox.tsx';

/**
 * Edits a number as text, because a number box of the library changes or drops what it cannot read. A text that is no
 * number stays in the box, with the reason below it.
 */
export function NumberField({
  control,
  disabled,
  field,
  onBlur,
  onChange,
  value,
}: Omit<FieldEditorProps<number | null>, 'value' | 'onChange'> & {
  /** A number, or a text that cannot be read. */
  value: number | string | null;
  onChange(value: number | string | null): void;
}) {
  const [typedText, setTypedText] = useState<string>();
  const box = {
    ...control,
    autoComplete: 'off',
    disabled,
    inputMode: field.props.precision === 0 ? 'numeric' : 'decimal',
    placeholder: field.props.placeholder ?? '请输入',
    value: typedText ?? textOf(value),
    onBlur: () => {
      setTypedText(undefined);
      onBlur();
    },
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      setTypedText(target.value);
      const read = readTypedNumber(target.value);
      onChange(typeof read === 'object' && read !== null ? target.value : read);
    },
  } as const;
  const { unit } = field.props;
  if (unit === undefined) return <TextBox {...box} />;
  return (
    <Input {...box} className={styles.number} status={control['aria-invalid'] && 'error'} suffix={unit} />
  );
}

function textOf(value: number | string | null): string {
  return typeof value === 'number' ? plainDecimal(value) : (value ?? '');
}
