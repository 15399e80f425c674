import { Form, Input } from 'antd';
import { useId } from 'react';

/** Shows a field for one line in the form of a dialog, with its validation problem below. */
export function TextItem(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  problem: string | undefined;
  required?: boolean;
  placeholder?: string;
  inputMode?: 'tel';
}) {
  const { label, value, onChange, problem, required = false, placeholder = '', inputMode } = props;
  const id = useId();
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      required={required}
      validateStatus={problem === undefined ? '' : 'error'}
      help={problem}
    >
      <Input
        id={id}
        aria-required={required}
        placeholder={placeholder}
        {...(inputMode && { inputMode })}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Form.Item>
  );
}
