import { useMemo, useState } from 'react';

/** Finds the matches of a text in a loaded file, and steps through them; after the last comes the first. */
export function useTextSearch<Match>(find: (searchText: string) => readonly Match[]) {
  const [searchText, setSearchText] = useState('');
  const [step, setStep] = useState(0);
  const matches = useMemo(() => find(searchText), [find, searchText]);
  const current = matches.length === 0 ? 0 : ((step % matches.length) + matches.length) % matches.length;
  return {
    matches,
    current,
    /** Values and callbacks of `FindInFile`. */
    findInFileProps: {
      searchText,
      matches: { current: current + 1, total: matches.length },
      onSearchText: (next: string) => {
        setSearchText(next);
        setStep(0);
      },
      onStep: (direction: 1 | -1) => setStep(current + direction),
    },
    goToFirst: () => setStep(0),
  };
}
