import { Button, Form, Input } from 'antd';

/**
 * Asks for a number that is stored encrypted: the current one is shown masked, and can be replaced or
 * removed.
 */
export function NumberField(props: {
  id: string;
  label: string;
  /** Masked number; empty if none is stored. */
  maskedNumber: string;
  value: string | undefined;
  problem: string | undefined;
  /** Reason why it cannot be changed. */
  lockedReason?: string | null | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const { id, label, maskedNumber, value, problem, lockedReason, onChange } = props;
  const isRemoved = value === '';
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      validateStatus={problem && 'error'}
      help={problem ?? lockedReason ?? undefined}
    >
      <Input
        id={id}
        autoComplete="off"
        disabled={typeof lockedReason === 'string'}
        value={value ?? ''}
        maxLength={40}
        placeholder={
          isRemoved ? '保存后清除' : maskedNumber === '' ? '选填' : `${maskedNumber}（不改请留空）`
        }
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        suffix={
          maskedNumber !== '' && typeof lockedReason !== 'string' ? (
            <Button type="link" size="small" onClick={() => onChange(isRemoved ? undefined : '')}>
              {isRemoved ? '不清除' : '清除'}
            </Button>
          ) : undefined
        }
      />
    </Form.Item>
  );
}
