import type { KeyboardEvent } from 'react';

/** Fields in which Enter means something of their own: it chooses, ticks or opens. */
const ownWays =
  '[role="combobox"], [type="checkbox"], [type="radio"], [type="file"], .ant-picker *, .ant-input-search *';

/**
 * Enter in a field of one line does what the main button does, as in every form with a button of its own; the buttons of a
 * dialog stand outside its form, so that the browser does not. Not while characters are being composed, not where the field
 * has used the key, and not for what lies over the dialog.
 */
export function enterSends(send: (() => void) | undefined) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { target, key, nativeEvent } = event;
    if (key !== 'Enter' || event.defaultPrevented || event.repeat || nativeEvent.isComposing || !send) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (!(target instanceof HTMLInputElement) || target.matches(ownWays)) return;
    if (!event.currentTarget.contains(target)) return;
    event.preventDefault();
    send();
  };
}
