import { useSyncExternalStore } from 'react';
import type { TaskButton } from '#contract/work-orders.ts';
import type { HandledForms } from '#web/toolkit/open-forms/handled-forms.ts';

/** The id of the button that the forms mean: form and buttons are one, what is chosen in the form is the action. */
export function useMeant(buttons: readonly TaskButton[], forms: HandledForms): string | undefined {
  return useSyncExternalStore(forms.onEdit, () => buttons.find(({ binds }) => forms.agrees(binds))?.id);
}
