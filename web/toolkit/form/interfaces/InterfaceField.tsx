import type { ComponentType } from 'react';
import type { RemoteChoice } from '#domain/forms/kinds/remote-choices.ts';
import type { FieldEditorProps } from '../kind-view.ts';
import { AutoCompleteField } from './AutoCompleteField.tsx';
import { QueryField } from './QueryField.tsx';
import { QueryLine } from './QueryLine.tsx';
import { RemoteOptionsField } from './RemoteOptionsField.tsx';
import { useRemoteDefault } from './use-remote-default.ts';

/** Edits a field that uses interfaces, around the usual editor of its kind (docs/decisions/0228). */
export function InterfaceField({
  Editor,
  ...props
}: FieldEditorProps & { Editor: ComponentType<FieldEditorProps> }) {
  const { field, store, path, disabled } = props;
  const { options, complete, query, queriesOnChange = false } = field.interfaces ?? {};
  const suggested = useRemoteDefault(props);
  const editor = options ? (
    <RemoteOptionsField
      {...(props as FieldEditorProps<readonly RemoteChoice[]>)}
      Editor={Editor as ComponentType<FieldEditorProps<string | readonly string[]>>}
      use={options}
    />
  ) : complete ? (
    <AutoCompleteField {...(props as FieldEditorProps<string>)} use={complete} />
  ) : (
    <Editor {...props} />
  );
  return (
    <>
      {query ? (
        <QueryField {...{ field, store, path, disabled }} use={query} isAutomatic={queriesOnChange}>
          {editor}
        </QueryField>
      ) : (
        editor
      )}
      <QueryLine fault={suggested.fault} title={field.title} onRetry={suggested.retry} />
    </>
  );
}
