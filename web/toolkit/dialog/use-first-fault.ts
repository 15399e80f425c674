import { useEffect, useRef } from 'react';

/** Each try that finds something wrong goes to the first field that is, so that nobody looks for it in a long form. */
export function useFirstFault<Whole extends HTMLElement>(tries: number) {
  const whole = useRef<Whole>(null);
  useEffect(() => {
    if (tries === 0) return;
    const first = '.ant-form-item-has-error :is(input, textarea, button):not(:disabled)';
    whole.current?.querySelector<HTMLElement>(first)?.focus();
  }, [tries]);
  return whole;
}
