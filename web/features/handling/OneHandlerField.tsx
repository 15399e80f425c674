import { TeamOutlined } from '@ant-design/icons';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { HandlerPicker } from '#web/toolkit/pickers/HandlerPicker.tsx';
import type { HandlerKind } from '#web/toolkit/pickers/handler-sources.ts';
import { useHandlerSources } from '#web/toolkit/pickers/organisation-sources.ts';
import { type NamedHandler, pickableKinds } from './NodeHandlersField.tsx';

export type { NamedHandler } from './NodeHandlersField.tsx';

/**
 * Asks for the handler of one task: a single person, or a post, group or department that is responsible for
 * it.
 */
export function OneHandlerField(props: {
  /** Trace of the reassigned task. Without it, candidates that depend on an order cannot be chosen. */
  traceId?: string | undefined;
  notSelf?: boolean;
  /** The kinds of handlers that may be picked, if not all; the others are not shown then. */
  kinds?: readonly HandlerKind[];
  label: string;
  value: NamedHandler | undefined;
  problem: string | undefined;
  onChange: (handler: NamedHandler) => void;
}) {
  const { label, traceId, value, problem, onChange } = props;
  const sources = useHandlerSources(traceId);
  const [isPicking, setPicking] = useState(false);
  return (
    <Form.Item
      label={label}
      required
      htmlFor="one-handler"
      validateStatus={problem && 'error'}
      help={problem}
    >
      <Button
        id="one-handler"
        data-first-focus={value === undefined ? '' : undefined}
        icon={<TeamOutlined aria-hidden />}
        aria-label={value === undefined ? `${label}：选择${label}` : `${label}：${value.name}，更改`}
        onClick={() => setPicking(true)}
      >
        {value === undefined ? `选择${label}` : value.name}
      </Button>
      <HandlerPicker
        open={isPicking}
        single
        title={`选择${label}`}
        kinds={props.kinds ?? pickableKinds}
        hidesOtherKinds={props.kinds !== undefined}
        sources={sources}
        notSelf={props.notSelf}
        value={value === undefined ? [] : [value]}
        onConfirm={([candidate]) => {
          setPicking(false);
          if (candidate) onChange({ key: candidate.key, name: candidate.name });
        }}
        onCancel={() => setPicking(false)}
      />
    </Form.Item>
  );
}
