import type { KeyboardEvent } from 'react';

/** Fields in which Enter has its own meaning: it chooses, ticks or opens. */
const controlsHandlingEnter =
  '[role="combobox"], [type="checkbox"], [type="radio"], [type="file"], .ant-picker *, .ant-input-search *';

/**
 * Lets Enter in a single-line field press the main button; the browser does not, because the buttons of a
 * dialog are outside its form. Not while characters are being composed, not if the field has used the key,
 * and not for elements over the dialog.
 */
export function submitOnEnter(send: (() => void) | undefined) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { target, key, nativeEvent } = event;
    if (key !== 'Enter' || event.defaultPrevented || event.repeat || nativeEvent.isComposing || !send) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (!(target instanceof HTMLInputElement) || target.matches(controlsHandlingEnter)) return;
    if (!event.currentTarget.contains(target)) return;
    event.preventDefault();
    send();
  };
}
