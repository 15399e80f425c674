import { Input } from 'antd';
import type { FieldEditorProps } from './kind-view.ts';

export type PlaceholderProps = Pick<FieldEditorProps, 'control' | 'field' | 'options' | 'value'>;

/** Shows the text of a field, in a box of the usual height, until its editor has arrived. */
export function ControlPlaceholder({ control, field, options, value }: PlaceholderProps) {
  return <Input {...control} readOnly value={field.kind.text(value, { props: field.props, options })} />;
}
