/** Popups belong to the landmark of their button, so that a screen reader never finds them outside of every region. */
export function popupContainerOf(trigger: Element): HTMLElement {
  return trigger.closest<HTMLElement>('[role="dialog"], main, header') ?? document.body;
}
