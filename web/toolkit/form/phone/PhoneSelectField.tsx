import type { Choice } from '../../choices/choice.ts';
import type { FieldEditorProps } from '../kind-view.ts';
import { PhoneChoiceField } from './PhoneChoiceField.tsx';

/** Edits one or several options on a phone; `pinyinOf` returns the pinyin by which an option is also found. */
export function PhoneSelectField(
  props: FieldEditorProps<string | readonly string[]> & {
    pinyinOf?: (label: string) => string | undefined;
  },
) {
  const { field, onChange, options, optionsNotice: notice, pinyinOf, value } = props;
  const single = field.props.multiple !== true;
  const choices = options.map(({ value: key, label: name }) => ({ key, name, pinyin: pinyinOf?.(name) }));
  const keys = typeof value === 'string' ? (value === '' ? [] : [value]) : value;
  return (
    <PhoneChoiceField
      title={field.title}
      control={props.control}
      disabled={props.disabled}
      placeholder={field.props.placeholder ?? '请选择'}
      choices={notice?.isLoading ? undefined : choices}
      failure={notice?.failure}
      onRetry={notice?.onRetry}
      single={single}
      chosen={keys.map((key): Choice => choices.find((choice) => choice.key === key) ?? { key, name: key })}
      onChoose={(chosen) => {
        const next = chosen.map(({ key }) => key);
        onChange(single ? (next[0] ?? '') : next);
      }}
      onBlur={props.onBlur}
    />
  );
}
