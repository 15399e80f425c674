import { TeamOutlined } from '@ant-design/icons';
import { Button, Form } from 'antd';
import { useMemo, useState } from 'react';
import { HandlerPicker } from './HandlerPicker.tsx';
import type { HandlerCandidate } from './handler-sources.ts';
import { useHandlerSources } from './organisation-sources.ts';

const kinds = ['staff'] as const;

interface StaffProps {
  id: string;
  label: string;
  value: HandlerCandidate | undefined;
  notSelf?: boolean;
  /** Another person who cannot be picked, and the reason. */
  excludedPerson?: { id: string; reason: string } | undefined;
  onChange: (person: HandlerCandidate) => void;
}

/** Asks for one person with the handler picker, with a label and a validation problem. */
export function StaffField({ problem, ...props }: StaffProps & { problem: string | undefined }) {
  return (
    <Form.Item
      label={props.label}
      required
      htmlFor={props.id}
      validateStatus={problem && 'error'}
      help={problem}
    >
      <StaffButton {...props} />
    </Form.Item>
  );
}

/** Shows the button of a `StaffField` without a label; `placeholder` is the text while no person is chosen. */
export function StaffButton(props: StaffProps & { placeholder?: string }) {
  const { id, label, value, notSelf = false, excludedPerson, placeholder = '请选择', onChange } = props;
  const sources = useHandlerSources(undefined);
  const [isPickerOpen, setIsPickerOpen] = useState(false);
  const currentValue = useMemo(() => (value === undefined ? [] : [value]), [value]);
  return (
    <>
      <Button
        id={id}
        block
        icon={<TeamOutlined aria-hidden />}
        aria-label={`${label}：${value?.name ?? placeholder}`}
        onClick={() => setIsPickerOpen(true)}
      >
        {value?.name ?? placeholder}
      </Button>
      <HandlerPicker
        open={isPickerOpen}
        single
        title={`选择${label}`}
        kinds={kinds}
        hidesOtherKinds
        sources={sources}
        notSelf={notSelf}
        excludedPerson={excludedPerson}
        value={currentValue}
        onConfirm={([chosen]) => {
          setIsPickerOpen(false);
          if (chosen) onChange(chosen);
        }}
        onCancel={() => setIsPickerOpen(false)}
      />
    </>
  );
}

/** Returns the id of a person from the candidate key. */
export function staffIdOf(person: HandlerCandidate | undefined): string {
  return person?.key.replace(/^staff:/, '') ?? '';
}
