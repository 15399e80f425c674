import { type FocusEvent, useState } from 'react';
import { mask } from '#domain/sensitive/masks.ts';
import type { FieldEditorProps } from '../kind-view.ts';

/**
 * Shows the mask of a secret text until the text has the focus (S1 §5). If only the server has the value, the
 * box opens empty: typed text replaces the value, and an untouched box keeps it.
 */
export function useSecretText({ field, value, masked, disabled, onBlur }: FieldEditorProps<string>) {
  const [isFocused, setIsFocused] = useState(false);
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
  if (!field.secret) return { shown: value, placeholder: placeholderOf(field), events };
  if (masked) {
    return { shown: isFocused ? '' : value, placeholder: '原内容已隐藏，输入后将替换', events };
  }
  const text = isFocused && !disabled ? value : mask(field.secret, value);
  return { shown: text, placeholder: placeholderOf(field), events };
}

function placeholderOf({ props }: FieldEditorProps['field']): string {
  return props.placeholder ?? '请输入';
}
