import { isSingleChoice } from '#domain/forms/kinds/kind.ts';
import { fieldKinds, isKindName } from '#domain/forms/kinds/kinds.ts';
import type { OutputOf } from './endpoint.ts';
import type { ItemSettings } from './item-settings.ts';
import type { items } from './items.ts';

type UsedSettings = Pick<ItemSettings, 'formCodes' | 'extFields' | 'petitionFields'>;

/**
 * Returns the fields of an item's forms as choices, each by its path `<form code>.<field id>`. Fields that the
 * settings use are listed even if their form has been removed.
 */
export function fieldOptions(settings: UsedSettings, choices: Pick<OutputOf<typeof items.choices>, 'forms'>) {
  const isChosen = (code: string) => settings.formCodes.includes(code);
  const used = usedFieldPaths(settings);
  const forms = choices.forms.filter(
    ({ code }) => isChosen(code) || used.some((path) => path.startsWith(`${code}.`)),
  );
  return forms.flatMap((form) =>
    form.fields
      .filter(({ id }) => isChosen(form.code) || used.includes(`${form.code}.${id}`))
      .map(({ id, title, kind, options }) => ({
        value: `${form.code}.${id}`,
        label: forms.length > 1 ? `${form.name}：${title}` : title,
        kind,
        // Permitted values of a single choice; a field with several values has none.
        choices: isKindName(kind) && isSingleChoice({ kind: fieldKinds[kind], props: {} }) ? options : [],
      })),
  );
}

/** Returns the paths of the fields that 扩展信息 and 历史信访 use; an empty one for a field that is not chosen yet. */
export function usedFieldPaths({
  extFields,
  petitionFields,
}: Pick<ItemSettings, 'extFields' | 'petitionFields'>): string[] {
  const { date = '', channel = '', problem = [], original, similar } = petitionFields ?? {};
  return [
    ...extFields.flatMap((ext) => ('field' in ext ? [ext.field] : [])),
    ...[date, channel, ...problem, original?.field ?? '', ...Object.keys(original?.beside ?? {})],
    ...[...(similar?.matter ?? []), similar?.area ?? ''],
  ];
}
