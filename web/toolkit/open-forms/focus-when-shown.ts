import { focusControl } from '#web/toolkit/form/use-form.ts';

const triesAtMost = 20;

/** Puts the cursor into a control that may still be on its way, because its tab has only just been chosen. */
export function focusWhenShown(id: string, tries = 0): void {
  const element = document.getElementById(id);
  if (element !== null && element.offsetParent !== null) focusControl(id);
  else if (tries < triesAtMost) requestAnimationFrame(() => focusWhenShown(id, tries + 1));
}
