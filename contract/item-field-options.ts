import { isSingleChoice } from '#domain/forms/kinds/kind.ts';
import { fieldKinds, isKindName } from '#domain/forms/kinds/kinds.ts';
import type { OutputOf } from './endpoint.ts';
import type { ItemSettings } from './item-settings.ts';
import type { items } from './items.ts';

/** Returns the fields of an item's forms as choices, each by its path `<form code>.<field id>`. */
export function fieldOptions(
  settings: Pick<ItemSettings, 'formCodes'>,
  choices: Pick<OutputOf<typeof items.choices>, 'forms'>,
) {
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
