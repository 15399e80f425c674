import type { ItemSettings } from '#contract/item-settings.ts';
import type { PetitionFields } from '#domain/items/petition-fields.ts';
import { formCodeOf } from '#server/modules/design/forms/service.ts';
import type { StoredItem } from './queries.ts';

/** Returns the settings of an item for editing: the process and the forms by their codes. */
export function presentSettings(stored: StoredItem, processKey: string): ItemSettings {
  const { processDefinitionId: _, formDefinitionIds, areaCode: __, petitionFields, ...settings } = stored;
  return {
    ...settings,
    processKey,
    formCodes: formDefinitionIds.map(formCodeOf),
    extFields: [...settings.extFields],
    petitionFields: petitionFields && presentPetitionFields(petitionFields),
    papers: [...settings.papers],
    situations: settings.situations.map((situation) => ({
      ...situation,
      papers: [...situation.papers],
      forms: [...situation.forms],
    })),
  };
}

function presentPetitionFields({
  problem,
  similar,
  ...fields
}: PetitionFields): ItemSettings['petitionFields'] {
  return {
    ...fields,
    problem: [...problem],
    ...(similar && { similar: { ...similar, matter: [...similar.matter] } }),
  };
}
