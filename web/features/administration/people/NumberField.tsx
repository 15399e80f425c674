import { Button, Form, Input } from 'antd';

/** A number that is kept sealed: what there is shows masked, is written over as a whole, or is taken away. */
export function NumberField(props: {
  id: string;
  label: string;
  /** Masked; empty where none is kept. */
  kept: string;
  value: string | undefined;
  fault: string | undefined;
  /** Why it is not to be changed. */
  locked?: string | null | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const { id, label, kept, value, fault, locked, onChange } = props;
  const isTakenAway = value === '';
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      validateStatus={fault && 'error'}
      help={fault ?? locked ?? undefined}
    >
      <Input
        id={id}
        autoComplete="off"
        disabled={typeof locked === 'string'}
        value={value ?? ''}
        maxLength={40}
        placeholder={isTakenAway ? '保存后清除' : kept === '' ? '选填' : `${kept}（不改请留空）`}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        suffix={
          kept !== '' && typeof locked !== 'string' ? (
            <Button type="link" size="small" onClick={() => onChange(isTakenAway ? undefined : '')}>
              {isTakenAway ? '不清除' : '清除'}
            </Button>
          ) : undefined
        }
      />
    </Form.Item>
  );
}
