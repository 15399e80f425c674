import { Input } from 'antd';
import type { FieldEditorProps } from './kind-view.ts';

/** Shows the text of a field, in a box of the usual height, until its editor has arrived. */
export function ControlPlaceholder<Value>({ control, field, options, value }: FieldEditorProps<Value>) {
  return <Input {...control} readOnly value={field.kind.text(value, { props: field.props, options })} />;
}
