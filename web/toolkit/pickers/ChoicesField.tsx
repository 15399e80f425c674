import { Form } from 'antd';
import { useState } from 'react';
import type { Choice } from '../choices/choice.ts';
import { TagsField } from '../choices/TagsField.tsx';
import { lazyPart } from '../lazy-parts/lazy-part.tsx';
import { type ChoiceKind, choiceSources } from './choice-sources.ts';

const ChoicePicker = lazyPart(async () => (await import('./ChoicePicker.tsx')).ChoicePicker);

/** Asks for several entries of the office, as a field of a form: removable tags, and the picker behind 选择. */
export function ChoicesField(props: {
  id: string;
  kind: ChoiceKind;
  /** The label, if it differs from the choice's own. */
  label?: string;
  value: readonly Choice[];
  problem: string | undefined;
  hint?: string;
  placeholder?: string;
  onChange: (chosen: readonly Choice[]) => void;
}) {
  const { id, kind, value, problem, hint, placeholder, onChange } = props;
  const declared = choiceSources[kind];
  const label = props.label ?? declared.label;
  const [isPickerOpen, setIsPickerOpen] = useState(false);
  const close = () => setIsPickerOpen(false);
  return (
    <Form.Item label={label} htmlFor={id} validateStatus={problem && 'error'} help={problem ?? hint}>
      <TagsField
        id={id}
        label={label}
        chosen={value}
        {...(placeholder !== undefined && { placeholder })}
        onRemove={(key) => onChange(value.filter((choice) => choice.key !== key))}
        onOpen={() => setIsPickerOpen(true)}
      />
      {isPickerOpen && (
        <ChoicePicker
          declared={declared}
          value={value}
          onConfirm={(chosen) => {
            onChange(chosen);
            close();
          }}
          onCancel={close}
          onLoadFailed={close}
        />
      )}
    </Form.Item>
  );
}
