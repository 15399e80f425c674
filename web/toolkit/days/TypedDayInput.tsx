import { type InputHTMLAttributes, type Ref, use } from 'react';
import { maxTypedDayLength } from '#domain/calendar/typed-day.ts';
import { TypedTextContext } from './typed-text.ts';

/**
 * Replaces the input element of Ant Design's calendar field, which accepts few formats and discards every other text
 * without a message: typed texts go to the day field alone, and all other events to the calendar.
 */
export function TypedDayInput(
  props: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> },
) {
  const typed = use(TypedTextContext);
  if (!typed) throw new Error('The input is rendered outside a day field');
  return (
    <input
      {...props}
      value={typed.text}
      maxLength={maxTypedDayLength}
      onChange={({ target }) => typed.onType(target.value)}
      onBlur={(event) => {
        typed.onRead();
        props.onBlur?.(event);
      }}
      onKeyDown={(event) => {
        // Enter takes a candidate of the input method.
        if (event.nativeEvent.isComposing) return;
        const isRead = typed.isPending && (event.key === 'Enter' || event.key === 'Tab');
        if (isRead) typed.onRead();
        // The calendar would open, or choose another day; a form around the field receives the key.
        if (!isRead || event.key === 'Tab') props.onKeyDown?.(event);
      }}
    />
  );
}
