import { type ComponentType, lazy, useState } from 'react';
import { retryablePart } from './retryable-part.tsx';

/**
 * Returns lazy parts of a screen that only some windows need, from one file that can be prefetched: a part
 * whose code is loaded is drawn with the screen, without a flickering fallback; any other waits in
 * `Suspense`.
 */
export function prefetchableParts<Parts extends object>(load: () => Promise<Parts>) {
  let loaded: Parts | undefined;
  const fetch = async () => {
    loaded ??= await load();
    return loaded;
  };
  return {
    /** Starts loading the file; resolves when it is loaded or has failed. */
    prefetch: (): Promise<unknown> => fetch().catch(() => undefined),
    part<Props extends object>(select: (parts: Parts) => ComponentType<Props>): ComponentType<Props> {
      const LazyPart = lazy(() =>
        retryablePart(async () => select(await fetch())),
      ) as unknown as ComponentType<Props>;
      return function Part(props: Props) {
        const [Rendered] = useState(() => (loaded === undefined ? LazyPart : select(loaded)));
        return <Rendered {...props} />;
      };
    },
  };
}
