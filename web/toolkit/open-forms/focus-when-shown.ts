const triesAtMost = 20;
const focusable = 'input, textarea, select, button, a[href], [tabindex]';

/** Puts the cursor into a control that may still be on its way, because its tab has only just been chosen. */
export function focusWhenShown(id: string, tries = 0): void {
  const element = document.getElementById(id);
  if (element === null || element.offsetParent === null) {
    if (tries < triesAtMost) requestAnimationFrame(() => focusWhenShown(id, tries + 1));
    return;
  }
  const target = element.matches(focusable) ? element : element.querySelector<HTMLElement>(focusable);
  element.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
}
