import { Select } from 'antd';
import { useId } from 'react';
import './handling.css';

export interface NamedHandler {
  /** Candidate key such as `staff:…` or `role:…`. */
  key: string;
  name: string;
}

/** Who takes one next node: those whom the process suggests, or others from the picker. */
export function NodeHandlersField(props: {
  nodeName: string;
  suggested: readonly NamedHandler[];
  value: readonly NamedHandler[];
  missing: boolean;
  onChange: (handlers: readonly NamedHandler[]) => void;
}) {
  const { nodeName, suggested, value, missing, onChange } = props;
  const id = useId();
  const known = [
    ...suggested,
    ...value.filter((handler) => !suggested.some(({ key }) => key === handler.key)),
  ];
  return (
    <div className="node-handlers">
      <label htmlFor={id}>
        <span className="required-mark" aria-hidden="true">
          *
        </span>
        {nodeName}
      </label>
      <Select
        id={id}
        mode="multiple"
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="请选择处理人"
        status={missing ? 'error' : undefined}
        value={value.map((handler) => handler.key)}
        options={known.map((handler) => ({ value: handler.key, label: handler.name }))}
        onChange={(keys: string[]) => onChange(known.filter((handler) => keys.includes(handler.key)))}
      />
    </div>
  );
}
