import { nations } from '#domain/forms/kinds/nation/nation.ts';
import { findsName } from '#domain/texts/name-search.ts';
import type { FieldEditorProps } from '../../kind-view.ts';
import { SelectField } from '../select/SelectField.tsx';
import { nationPinyin } from './nation-pinyin.ts';

/** Edits the ethnic group of a person, found by its characters, by pinyin or by initials. */
export function NationField(props: FieldEditorProps<string>) {
  return (
    <SelectField
      {...props}
      options={nations}
      virtual={false}
      finds={(text, label) => findsName(text, label, nationPinyin(label))}
      onChange={(next) => props.onChange(typeof next === 'string' ? next : '')}
    />
  );
}
