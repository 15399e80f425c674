import type { NamedOrganisation } from '#domain/forms/kinds/organisation/organisation.ts';
import type { FieldEditorProps } from '../kind-view.ts';
import { useOrganisationList } from '../kinds/organisation/use-organisation-list.ts';
import { PhoneChoiceField } from './PhoneChoiceField.tsx';

/** Edits one or several organisations of the office on a phone; their list is loaded when it is opened. */
export function PhoneOrganisationField(props: FieldEditorProps<readonly NamedOrganisation[]>) {
  const { field, onChange, value } = props;
  const list = useOrganisationList();
  return (
    <PhoneChoiceField
      title={field.title}
      control={props.control}
      disabled={props.disabled}
      placeholder={field.props.placeholder ?? '请选择机构'}
      choices={list.organisations?.map(({ id: key, name, pinyin }) => ({ key, name, pinyin }))}
      failure={list.failure}
      single={field.props.multiple !== true}
      chosen={value.map(({ id: key, name }) => ({ key, name }))}
      onOpen={list.loadOnce}
      onRetry={list.load}
      onChoose={(chosen) => onChange(chosen.map(({ key: id, name }) => ({ id, name })))}
      onBlur={props.onBlur}
    />
  );
}
