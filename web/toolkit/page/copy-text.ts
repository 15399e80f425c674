/**
 * Copies a text to the clipboard; returns false if the browser refuses. NOTE: `navigator.clipboard` is
 * missing on plain-http origins, which offices do use; the old command still works there.
 */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard !== undefined) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // The page may lack the permission; the old way needs none.
    }
  }
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // Inside the focused dialog, because its focus trap would take the focus from a field outside before the
  // text is copied.
  (focused?.closest('[role="dialog"]') ?? document.body).append(field);
  field.focus();
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
