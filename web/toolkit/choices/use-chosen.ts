import { useCallback, useMemo, useState } from 'react';
import { useFeedback } from '../feedback/use-feedback.ts';
import type { Choice } from './choice.ts';

/**
 * Holds the choice of a dialog while it is open; an empty choice is refused with 请 and the dialog's title (S2
 * §2).
 */
export function useChosen<One extends Choice>(props: {
  title: string;
  single: boolean;
  value: readonly One[];
  onConfirm: (chosen: readonly One[]) => void;
}) {
  const { single, title, onConfirm } = props;
  const [chosen, setChosen] = useState(props.value);
  const feedback = useFeedback();
  const keys = useMemo(() => new Set(chosen.map(({ key }) => key)), [chosen]);

  const toggle = useCallback(
    (one: One) =>
      setChosen((before) => {
        const without = before.filter(({ key }) => key !== one.key);
        if (without.length < before.length) return without;
        return single ? [one] : [...before, one];
      }),
    [single],
  );
  const set = useCallback((ticked: readonly One[], unticked: readonly One[]) => {
    const gone = new Set([...ticked, ...unticked].map(({ key }) => key));
    setChosen((before) => [...before.filter(({ key }) => !gone.has(key)), ...ticked]);
  }, []);
  const confirm = () => {
    if (chosen.length === 0) feedback.warn(`请${title}`);
    else onConfirm(chosen);
  };
  return {
    chosen,
    keys,
    toggle,
    set,
    remove: (key: string) => setChosen((before) => before.filter((one) => one.key !== key)),
    clear: () => setChosen([]),
    confirm,
  };
}
