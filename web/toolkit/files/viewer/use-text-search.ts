import { useMemo, useState } from 'react';

/** Finds the matches of a text in a loaded file, and steps through them; after the last comes the first. */
export function useTextSearch<Place>(find: (searchText: string) => readonly Place[]) {
  const [searchText, setSearchText] = useState('');
  const [step, setStep] = useState(0);
  const found = useMemo(() => find(searchText), [find, searchText]);
  const current = found.length === 0 ? 0 : ((step % found.length) + found.length) % found.length;
  return {
    found,
    current,
    /** Values and callbacks of `FindInFile`. */
    finding: {
      searchText,
      found: { current: current + 1, total: found.length },
      onSearchText: (next: string) => {
        setSearchText(next);
        setStep(0);
      },
      onStep: (direction: 1 | -1) => setStep(current + direction),
    },
    fromFirst: () => setStep(0),
  };
}
