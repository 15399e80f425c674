import { nations } from '#domain/forms/kinds/nation/nation.ts';
import type { FieldEditorProps } from '../kind-view.ts';
import { nationPinyin } from '../kinds/nation/nation-pinyin.ts';
import { PhoneSelectField } from './PhoneSelectField.tsx';

/** Edits the ethnic group of a person on a phone. */
export function PhoneNationField(props: FieldEditorProps<string>) {
  return (
    <PhoneSelectField
      {...props}
      options={nations}
      pinyinOf={nationPinyin}
      onChange={(next) => props.onChange(typeof next === 'string' ? next : '')}
    />
  );
}
