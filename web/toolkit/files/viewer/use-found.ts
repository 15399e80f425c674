import { useMemo, useState } from 'react';

/** What is looked for in a file that is read, and which of the places is the one to look at; past the last comes the first. */
export function useFound<Place>(find: (wanted: string) => readonly Place[]) {
  const [wanted, setWanted] = useState('');
  const [step, setStep] = useState(0);
  const found = useMemo(() => find(wanted), [find, wanted]);
  const current = found.length === 0 ? 0 : ((step % found.length) + found.length) % found.length;
  return {
    found,
    current,
    /** What `FindInFile` shows and asks for. */
    finding: {
      wanted,
      found: { current: current + 1, total: found.length },
      onWanted: (next: string) => {
        setWanted(next);
        setStep(0);
      },
      onStep: (way: 1 | -1) => setStep(current + way),
    },
    fromFirst: () => setStep(0),
  };
}
