import { useSyncExternalStore } from 'react';
import type { TaskButton } from '#contract/work-orders.ts';
import type { HandledForms } from '#web/toolkit/open-forms/handled-forms.ts';

/** Returns the id of the button that matches the forms, since a choice in the form selects the action. */
export function useMatchingButton(buttons: readonly TaskButton[], forms: HandledForms): string | undefined {
  return useSyncExternalStore(
    forms.onEdit,
    () => buttons.find(({ binds }) => forms.matchesBindings(binds))?.id,
  );
}
