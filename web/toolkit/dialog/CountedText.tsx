import { Form, Input } from 'antd';
import { useId } from 'react';
import { countCharacters } from '#domain/texts/characters.ts';

/**
 * Shows a field for a text of several lines, with its length, in the form of a dialog, with its validation problem
 * below.
 */
export function CountedText(props: {
  label: string;
  /** Maximum number of characters as a reader counts them. */
  max: number;
  rows: number;
  value: string;
  onChange: (value: string) => void;
  problem: string | undefined;
  required?: boolean;
  placeholder?: string;
}) {
  const { label, max, rows, value, onChange, problem, required = false, placeholder } = props;
  const id = useId();
  return (
    <Form.Item
      label={label}
      required={required}
      htmlFor={id}
      validateStatus={problem === undefined ? '' : 'error'}
      help={problem}
    >
      <Input.TextArea
        id={id}
        rows={rows}
        aria-required={required}
        placeholder={placeholder ?? ''}
        count={{ show: true, max, strategy: countCharacters }}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Form.Item>
  );
}
