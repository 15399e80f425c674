const controls = ':is(input, textarea, button, select):not(:disabled)';

/** Focuses the control with this id, or the first one of the group that it names. */
export function goToControl(id: string): void {
  const element = document.getElementById(id);
  const group = document.querySelector(`[aria-labelledby="${id}"]`);
  const control = element?.matches(controls)
    ? element
    : (group ?? element)?.querySelector<HTMLElement>(controls);
  control?.focus();
}
