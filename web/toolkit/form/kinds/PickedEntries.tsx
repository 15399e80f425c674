import { type ComponentType, useState } from 'react';
import type { Choice } from '../../choices/choice.ts';
import { TagsField } from '../../choices/TagsField.tsx';
import styles from '../form.module.css';
import { type ChooserProps, type FormContextValue, useFormContext } from '../form-context.ts';
import type { FieldEditorProps } from '../kind-view.ts';

const noMarks: NonNullable<FormContextValue['useEntryMarks']> = () => new Map();

/** Returns the entries with a note in brackets behind those that can no longer be chosen, by their directory keys. */
function useMarkedEntries(chosen: readonly Choice[], directoryKeyOf: (key: string) => string): Choice[] {
  const { useEntryMarks } = useFormContext();
  const marks = (useEntryMarks ?? noMarks)(chosen.map(({ key }) => directoryKeyOf(key)));
  return chosen.map(({ key, name }) => {
    const mark = marks.get(directoryKeyOf(key));
    return { key, name: mark === undefined ? name : `${name}（${mark}）` };
  });
}

interface PickedProps {
  chosen: readonly Choice[];
  directoryKeyOf: (key: string) => string;
}

/** Edits entries of the office's directory: removable tags, and a dialog behind the button 选择 (S2 §2). */
export function PickedEntries(
  props: Pick<FieldEditorProps, 'control' | 'disabled' | 'field' | 'onBlur'> &
    PickedProps & {
      Chooser: ComponentType<ChooserProps> | undefined;
      title: string;
      single: boolean;
      onChoose: (chosen: readonly Choice[]) => void;
    },
) {
  const { control, Chooser, chosen, directoryKeyOf, disabled, field, onBlur, onChoose, single, title } =
    props;
  const [isOpen, setIsOpen] = useState(false);
  const close = () => {
    setIsOpen(false);
    onBlur();
  };
  return (
    <>
      <TagsField
        id={control.id}
        label={control['aria-label'] ?? field.title}
        describedBy={control['aria-describedby']}
        disabled={disabled}
        chosen={useMarkedEntries(chosen, directoryKeyOf)}
        placeholder={field.props.placeholder ?? '请选择'}
        onRemove={(key) => onChoose(chosen.filter((entry) => entry.key !== key))}
        onOpen={() => setIsOpen(true)}
      />
      {isOpen && Chooser && (
        <Chooser
          title={title}
          single={single}
          value={chosen}
          onConfirm={(next) => {
            onChoose(next);
            close();
          }}
          onCancel={close}
          onLoadFailed={close}
        />
      )}
    </>
  );
}

/** Shows the names of such entries. */
export function PickedText({ chosen, directoryKeyOf }: PickedProps) {
  const marked = useMarkedEntries(chosen, directoryKeyOf);
  if (marked.length === 0) return <span className={styles.blank}>—</span>;
  return marked.map(({ name }) => name).join('、');
}
