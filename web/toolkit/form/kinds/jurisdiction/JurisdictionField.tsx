import type { NamedOrganisation } from '#domain/forms/kinds/organisation/organisation.ts';
import type { Choice } from '../../../choices/choice.ts';
import { useFormContext } from '../../form-context.ts';
import type { FieldEditorProps, FieldTextProps } from '../../kind-view.ts';
import { PickedEntries, PickedText } from '../PickedEntries.tsx';

const choicesOf = (value: readonly NamedOrganisation[]): Choice[] =>
  value.map(({ id: key, name }) => ({ key, name }));
const directoryKeyOf = (id: string) => `org:${id}`;

/** Edits organisations that are chosen by region, in the dialog 选择管辖机构 (S2 §2). */
export function JurisdictionField(props: FieldEditorProps<readonly NamedOrganisation[]>) {
  const { onChange, value } = props;
  const { OrganisationChooser } = useFormContext();
  return (
    <PickedEntries
      {...props}
      Chooser={OrganisationChooser}
      title="选择管辖机构"
      single={false}
      chosen={choicesOf(value)}
      directoryKeyOf={directoryKeyOf}
      onChoose={(chosen) => onChange(chosen.map(({ key: id, name }) => ({ id, name })))}
    />
  );
}

/** Shows the organisations of a field. */
export function JurisdictionText({ value }: FieldTextProps<readonly NamedOrganisation[]>) {
  return <PickedText chosen={choicesOf(value)} directoryKeyOf={directoryKeyOf} />;
}
