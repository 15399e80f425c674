import { TeamOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useId, useState } from 'react';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import { HandlerPicker } from '#web/toolkit/pickers/HandlerPicker.tsx';
import { handlerKinds } from '#web/toolkit/pickers/handler-sources.ts';
import { useHandlerSources } from '#web/toolkit/pickers/organisation-sources.ts';
import styles from './handling.module.css';

export interface NamedHandler {
  /** Candidate key such as `staff:…` or `role:…`. */
  key: string;
  name: string;
}

/** Every kind except 窗口, which has a separate field in an action (S1 §2). */
export const pickableKinds = handlerKinds.filter((kind) => kind !== 'window');

/** Asks for the handlers of one next node: those that the process suggests, or others from the picker. */
export function NodeHandlersField(props: {
  /** Trace of the task. */
  traceId: string;
  nodeName: string;
  suggestedHandlers: readonly NamedHandler[];
  /** True if only people suggested by the process may be named. */
  restricted: boolean;
  /** True if a handler must be named; otherwise the process assigns handlers if none is named. */
  required: boolean;
  value: readonly NamedHandler[];
  isMissing: boolean;
  onChange: (handlers: readonly NamedHandler[]) => void;
}) {
  const { traceId, nodeName, suggestedHandlers, restricted, required, value, isMissing, onChange } = props;
  const [isPicking, setPicking] = useState(false);
  const id = useId();
  const sources = useHandlerSources(traceId);
  const others = value.filter((handler) => !suggestedHandlers.some(({ key }) => key === handler.key));
  const options = [...suggestedHandlers, ...others];
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
        <NameSelect
          ofPeople
          id={id}
          mode="multiple"
          aria-required={required || undefined}
          aria-invalid={isMissing || undefined}
          placeholder={required ? '请选择处理人' : '不指定则按流程分派'}
          notFoundContent={
            restricted ? '本环节只能从候选处理人中选择' : '不在建议的处理人中，请点击右侧“选择”查找'
          }
          status={isMissing ? 'error' : undefined}
          value={value.map((handler) => handler.key)}
          options={options.map((handler) => ({ value: handler.key, label: handler.name }))}
          onChange={(keys: string[]) => onChange(options.filter((handler) => keys.includes(handler.key)))}
        />
        <Button
          icon={<TeamOutlined aria-hidden />}
          onClick={() => setPicking(true)}
          aria-label={`选择${nodeName}的处理人`}
        >
          选择
        </Button>
      </div>
      <HandlerPicker
        open={isPicking}
        note={`下一环节：${nodeName}　${restricted ? '只能从本环节的候选处理人中选择' : '可选多人，其中一人办理即可'}`}
        kinds={pickableKinds}
        sources={sources}
        allowedKeys={restricted ? suggestedHandlers.map(({ key }) => key) : undefined}
        notSelf
        value={value}
        onConfirm={(handlers) => {
          setPicking(false);
          onChange(handlers.map(({ key, name }) => ({ key, name })));
        }}
        onCancel={() => setPicking(false)}
      />
    </div>
  );
}
