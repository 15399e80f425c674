import type { ItemSettings } from '#contract/item-settings.ts';
import { formCodeOf } from '#server/modules/design/forms/service.ts';
import type { StoredItem } from './queries.ts';

/** Returns the settings of an item for editing: the process and the forms by their codes. */
export function presentSettings(stored: StoredItem, processKey: string): ItemSettings {
  const { processDefinitionId: _, formDefinitionIds, areaCode: __, petitionFields, ...own } = stored;
  return {
    ...own,
    processKey,
    formCodes: formDefinitionIds.map(formCodeOf),
    extFields: [...own.extFields],
    petitionFields: petitionFields && { ...petitionFields, problem: [...petitionFields.problem] },
    papers: [...own.papers],
    situations: own.situations.map((each) => ({
      ...each,
      papers: [...each.papers],
      forms: [...each.forms],
    })),
  };
}
