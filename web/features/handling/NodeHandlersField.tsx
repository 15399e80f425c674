import { TeamOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useId, useState } from 'react';
import { HandlerPicker } from '#web/toolkit/pickers/HandlerPicker.tsx';
import { HandlerKind } from '#web/toolkit/pickers/handler-sources.ts';
import { handlerSources } from '#web/toolkit/pickers/organisation-sources.ts';
import styles from './handling.module.css';

export interface NamedHandler {
  /** Candidate key such as `staff:…` or `role:…`. */
  key: string;
  name: string;
}

/** Kinds that a handler may name for a next node; variables and previous nodes are the process's own business. */
export const pickable = [
  HandlerKind.staff,
  HandlerKind.position,
  HandlerKind.group,
  HandlerKind.role,
  HandlerKind.department,
  HandlerKind.organisation,
];

/** Who takes one next node: those whom the process suggests, or others from the picker. */
export function NodeHandlersField(props: {
  nodeName: string;
  suggested: readonly NamedHandler[];
  /** Only those whom the process suggests may be named. */
  restricted: boolean;
  /** Somebody must be named; else the process's own handlers get the task. */
  required: boolean;
  value: readonly NamedHandler[];
  missing: boolean;
  onChange: (handlers: readonly NamedHandler[]) => void;
}) {
  const { nodeName, suggested, restricted, required, value, missing, onChange } = props;
  const [picking, setPicking] = useState(false);
  const id = useId();
  const others = value.filter((handler) => !suggested.some(({ key }) => key === handler.key));
  const known = [...suggested, ...others];
  return (
    <div className={styles.nodeHandlers}>
      <label htmlFor={id}>
        {required && (
          <span className={styles.requiredMark} aria-hidden="true">
            *
          </span>
        )}
        {nodeName}
      </label>
      <div className={styles.nodeHandlersLine}>
        <Select
          id={id}
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={required ? '请选择处理人' : '不指定则按流程分派'}
          notFoundContent={
            restricted ? '本环节只能从候选处理人中选择' : '不在建议的处理人中，请点右侧“选择”查找'
          }
          status={missing ? 'error' : undefined}
          value={value.map((handler) => handler.key)}
          options={known.map((handler) => ({ value: handler.key, label: handler.name }))}
          onChange={(keys: string[]) => onChange(known.filter((handler) => keys.includes(handler.key)))}
        />
        {!restricted && (
          <Button
            icon={<TeamOutlined aria-hidden />}
            onClick={() => setPicking(true)}
            aria-label={`选择${nodeName}的处理人`}
          >
            选择
          </Button>
        )}
      </div>
      <HandlerPicker
        open={picking}
        tabs={pickable}
        sources={handlerSources}
        value={value}
        onConfirm={(chosen) => {
          setPicking(false);
          onChange(chosen.map(({ key, name }) => ({ key, name })));
        }}
        onCancel={() => setPicking(false)}
      />
    </div>
  );
}
