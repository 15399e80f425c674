import type { HandlerType } from '#domain/enumerations/handler-type.ts';
import { candidateKey, handlerPrefix, type PickedCandidate } from '#domain/forms/kinds/handler/handler.ts';
import type { Choice } from '../../../choices/choice.ts';
import { useFormContext } from '../../form-context.ts';
import type { FieldEditorProps, FieldTextProps } from '../../kind-view.ts';
import { PickedEntries, PickedText } from '../PickedEntries.tsx';

/** Edits the people, roles or organisations who are to handle something (S1 §3). */
export function HandlerField(props: FieldEditorProps<readonly PickedCandidate[]>) {
  const { field, onChange, value } = props;
  const { HandlerChooser } = useFormContext();
  return (
    <PickedEntries
      {...props}
      Chooser={HandlerChooser}
      title={`选择${field.title}`}
      single={field.props.multiple !== true}
      chosen={value.map(choiceOf)}
      directoryKeyOf={String}
      onChoose={(chosen) => onChange(chosen.flatMap(candidateOf))}
    />
  );
}

/** Shows the handlers of a field. */
export function HandlerText({ value }: FieldTextProps<readonly PickedCandidate[]>) {
  return <PickedText chosen={value.map(choiceOf)} directoryKeyOf={String} />;
}

const choiceOf = (picked: PickedCandidate): Choice => ({
  key: candidateKey(picked),
  name: picked.candidateName,
});

const types = Object.entries(handlerPrefix) as [string, string][];

/** Returns the handler of a choice; none for a kind that the field does not take. */
function candidateOf({ key, name }: Choice): PickedCandidate[] {
  const colon = key.indexOf(':');
  const type = types.find(([, prefix]) => prefix === key.slice(0, colon));
  if (type === undefined) return [];
  const handlerType = Number(type[0]) as HandlerType;
  return [{ handlerType, candidateCode: key.slice(colon + 1), candidateName: name }];
}
