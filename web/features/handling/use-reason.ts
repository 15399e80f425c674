import { useState } from 'react';
import { faultOfReason, maxReasonLength } from '#domain/opinions/opinion.ts';
import type { useFaults } from '#web/toolkit/dialog/use-faults.ts';

/**
 * Holds the reason in a dialog: a text whose problem goes away as the user types. Spread `field` into a
 * `CountedText`.
 */
export function useReason({ faults, mend }: Pick<ReturnType<typeof useFaults>, 'faults' | 'mend'>) {
  const [value, setValue] = useState('');
  const tooLong = faultOfReason(value);
  const onChange = (text: string) => {
    setValue(text);
    mend('reason');
  };
  return {
    value: value.trim(),
    isTooLong: tooLong !== undefined,
    field: { max: maxReasonLength, value, fault: tooLong ?? faults.reason, onChange },
  };
}
