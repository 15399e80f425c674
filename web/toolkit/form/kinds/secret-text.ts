import { type FocusEvent, useState } from 'react';
import { mask } from '#domain/sensitive/masks.ts';
import type { FieldEditorProps } from '../kind-view.ts';

/** The button beside a secret text: it shows the text without the focus, and hides it again. */
export interface SecretReveal {
  isShown: boolean;
  /** False if there is no text here that this person may see. */
  canReveal: boolean;
  /** Title of the field. */
  title: string;
  onToggle: () => void;
}

/**
 * Shows the mask of a secret text until the text has the focus (S1 §5) or the person asks to see it. If only
 * the server has the value, the box opens empty: typed text replaces the value, and an untouched box keeps it.
 */
export function useSecretText({ field, value, masked, disabled, onBlur }: FieldEditorProps<string>) {
  const [isFocused, setIsFocused] = useState(false);
  const [isRevealed, setIsRevealed] = useState(false);
  const events = {
    onFocus: ({ target }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      // Tab selects the mask; the text that replaces it is selected, too.
      const isWhole = target.selectionStart === 0 && target.selectionEnd === target.value.length;
      setIsFocused(true);
      if (isWhole) queueMicrotask(() => target.select());
    },
    onBlur: () => {
      setIsFocused(false);
      onBlur();
    },
  };
  const { maskRule, title } = field;
  if (!maskRule)
    return { displayedText: value, placeholder: placeholderOf(field), events, reveal: undefined };
  const canReveal = !masked && !disabled && value !== '';
  const isShown = isRevealed && canReveal;
  const reveal: SecretReveal = { isShown, canReveal, title, onToggle: () => setIsRevealed(!isRevealed) };
  if (masked) {
    return {
      displayedText: isFocused ? '' : value,
      placeholder: '原内容已隐藏，输入后将替换',
      events,
      reveal,
    };
  }
  const text = isShown || (isFocused && !disabled) ? value : mask(maskRule, value);
  return { displayedText: text, placeholder: placeholderOf(field), events, reveal };
}

function placeholderOf({ props }: FieldEditorProps['field']): string {
  return props.placeholder ?? '请输入';
}
