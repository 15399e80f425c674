import { useCallback, useState } from 'react';
import { writeStored } from '#web/api/read-stored.ts';
import { sessionPrefix } from '#web/api/session-storage-prefix.ts';
import { pageOwnerId } from '#web/api/session-token.ts';

const prefix = `${sessionPrefix}opinion.`;

/**
 * Stores the opinion typed for one task in the tab until the action is done, so that nothing is
 * lost. Another person who logs in in the same tab does not see it. The opinion starts with the staged text.
 */
export function useOpinion(
  traceId: string,
  staged = '',
): {
  opinion: string;
  setOpinion: (text: string) => void;
  clear: () => void;
} {
  const key = `${prefix}${pageOwnerId()}.${traceId}`;
  const [opinion, setText] = useState(() => sessionStorage.getItem(key) ?? staged);
  const setOpinion = useCallback(
    (text: string) => {
      setText(text);
      if (text === '') sessionStorage.removeItem(key);
      else writeStored(key, text, 'sessionStorage');
    },
    [key],
  );
  const clear = useCallback(() => setOpinion(''), [setOpinion]);
  return { opinion, setOpinion, clear };
}
