import { TeamOutlined } from '@ant-design/icons';
import { Button, Form } from 'antd';
import { useMemo, useState } from 'react';
import { HandlerPicker } from '#web/toolkit/pickers/HandlerPicker.tsx';
import type { HandlerCandidate } from '#web/toolkit/pickers/handler-sources.ts';
import { useHandlerSources } from '#web/toolkit/pickers/organisation-sources.ts';

const kinds = ['staff'] as const;

/** One person, chosen by the handler picker. */
export function StaffField(props: {
  id: string;
  label: string;
  value: HandlerCandidate | undefined;
  fault: string | undefined;
  notSelf?: boolean;
  autoFocus?: boolean;
  onChange: (person: HandlerCandidate) => void;
}) {
  const { id, label, value, fault, notSelf = false, onChange } = props;
  const sources = useHandlerSources(undefined);
  const [picking, setPicking] = useState(false);
  const held = useMemo(() => (value === undefined ? [] : [value]), [value]);
  return (
    <Form.Item label={label} required htmlFor={id} validateStatus={fault && 'error'} help={fault}>
      <Button
        id={id}
        block
        autoFocus={props.autoFocus}
        icon={<TeamOutlined aria-hidden />}
        aria-label={`${label}：${value?.name ?? '请选择'}`}
        onClick={() => setPicking(true)}
      >
        {value?.name ?? '请选择'}
      </Button>
      <HandlerPicker
        open={picking}
        single
        title={`选择${label}`}
        kinds={kinds}
        sources={sources}
        notSelf={notSelf}
        value={held}
        onConfirm={([chosen]) => {
          setPicking(false);
          if (chosen) onChange(chosen);
        }}
        onCancel={() => setPicking(false)}
      />
    </Form.Item>
  );
}

/** The id of a person by the candidate key. */
export function staffIdOf(person: HandlerCandidate | undefined): string {
  return person?.key.replace(/^staff:/, '') ?? '';
}
