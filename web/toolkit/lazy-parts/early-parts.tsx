import { type ComponentType, lazy, useState } from 'react';
import { partOrNotice } from './part-or-notice.tsx';

/**
 * Returns parts of a screen that only some windows need, from one file that may be asked for ahead: a part whose code has come is
 * drawn with the screen, without a fallback's flicker; any other where `Suspense` waits for it.
 */
export function earlyParts<Parts extends object>(load: () => Promise<Parts>) {
  let come: Parts | undefined;
  const fetch = async () => {
    come ??= await load();
    return come;
  };
  return {
    /** Asks for the file; settles when it is there, or cannot be fetched. */
    begin: (): Promise<unknown> => fetch().catch(() => undefined),
    part<Props extends object>(take: (parts: Parts) => ComponentType<Props>): ComponentType<Props> {
      const Later = lazy(() =>
        partOrNotice(async () => take(await fetch())),
      ) as unknown as ComponentType<Props>;
      return function Part(props: Props) {
        const [Drawn] = useState(() => (come === undefined ? Later : take(come)));
        return <Drawn {...props} />;
      };
    },
  };
}
