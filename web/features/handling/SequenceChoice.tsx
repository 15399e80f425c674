import { Radio } from 'antd';

/** `countersignHandlerType` (S1 §4 "Countersign order"): 1: in any order; 2: one after the other. */
export type Sequence = '1' | '2';

/** Asks for the sequence of the participants: all at the same time, or one after the other. */
export function SequenceChoice(props: {
  label: string;
  value: Sequence;
  onChange: (value: Sequence) => void;
}) {
  return (
    <Radio.Group
      optionType="button"
      aria-label={props.label}
      value={props.value}
      options={[
        { value: '1', label: '任意顺序' },
        { value: '2', label: '依次' },
      ]}
      onChange={(event) => props.onChange(event.target.value as Sequence)}
    />
  );
}
