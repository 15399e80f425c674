import { useCallback, useMemo, useState } from 'react';
import { useFeedback } from '../feedback/use-feedback.ts';
import type { Choice } from './choice.ts';

/**
 * Holds the choice of a dialog while it is open; an empty choice is refused with 请 and the dialog's title (S2
 * §2).
 */
export function useChoiceSelection<Item extends Choice>(props: {
  title: string;
  single: boolean;
  value: readonly Item[];
  onConfirm: (chosen: readonly Item[]) => void;
}) {
  const { single, title, onConfirm } = props;
  const [chosen, setChosen] = useState(props.value);
  const feedback = useFeedback();
  const keys = useMemo(() => new Set(chosen.map(({ key }) => key)), [chosen]);

  const toggle = useCallback(
    (item: Item) =>
      setChosen((current) => {
        const without = current.filter(({ key }) => key !== item.key);
        if (without.length < current.length) return without;
        return single ? [item] : [...current, item];
      }),
    [single],
  );
  const set = useCallback((ticked: readonly Item[], unticked: readonly Item[]) => {
    const changedKeys = new Set([...ticked, ...unticked].map(({ key }) => key));
    setChosen((current) => [...current.filter(({ key }) => !changedKeys.has(key)), ...ticked]);
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
    remove: (key: string) => setChosen((current) => current.filter((item) => item.key !== key)),
    clear: () => setChosen([]),
    confirm,
  };
}
