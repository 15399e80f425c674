/**
 * Returns the landmark of the button as container of its popup, so that a screen reader never finds popups
 * outside of every region.
 */
export function popupContainerOf(trigger: Element): HTMLElement {
  return trigger.closest<HTMLElement>('[role="dialog"], main, header') ?? document.body;
}
