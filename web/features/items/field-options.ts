import { isSingleChoice } from '#domain/forms/kinds/kind.ts';
import { fieldKinds, isKindName } from '#domain/forms/kinds/kinds.ts';
import type { FieldsProps } from './ItemField.tsx';

/** Returns the fields of an item's forms as choices, each by its path `<form code>.<field id>`. */
export function fieldOptions(settings: FieldsProps['settings'], choices: FieldsProps['choices']) {
  const forms = choices.forms.filter(({ code }) => settings.formCodes.includes(code));
  return forms.flatMap((form) =>
    form.fields.map(({ id, title, kind, options }) => ({
      value: `${form.code}.${id}`,
      label: forms.length > 1 ? `${form.name}：${title}` : title,
      kind,
      // Permitted values of a single choice; a field with several values has none.
      choices: isKindName(kind) && isSingleChoice({ kind: fieldKinds[kind], props: {} }) ? options : [],
    })),
  );
}
