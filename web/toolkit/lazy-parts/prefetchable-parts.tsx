import { type ComponentType, lazy, useState } from 'react';
import { retryablePart } from './retryable-part.tsx';

/**
 * Returns lazy parts of a screen that only some windows need, from one file that can be prefetched: a part
 * whose code is loaded is drawn with the screen, without a flickering fallback; any other waits in
 * `Suspense`.
 */
export function prefetchableParts<Parts extends object>(load: () => Promise<Parts>) {
  let come: Parts | undefined;
  const fetch = async () => {
    come ??= await load();
    return come;
  };
  return {
    /** Starts loading the file; resolves when it is loaded or has failed. */
    begin: (): Promise<unknown> => fetch().catch(() => undefined),
    part<Props extends object>(take: (parts: Parts) => ComponentType<Props>): ComponentType<Props> {
      const Later = lazy(() =>
        retryablePart(async () => take(await fetch())),
      ) as unknown as ComponentType<Props>;
      return function Part(props: Props) {
        const [Drawn] = useState(() => (come === undefined ? Later : take(come)));
        return <Drawn {...props} />;
      };
    },
  };
}
