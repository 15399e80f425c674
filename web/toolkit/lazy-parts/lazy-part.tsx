import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useFeedback } from '../feedback/use-feedback.ts';
import { fetchPart } from './fetch-part.ts';

/**
 * Returns a component whose code is loaded by the click that opens it. If it cannot be loaded, without a
 * network or after an update, a message reports this and `onLoadFailed` closes it: an error of `lazy` would
 * unmount the whole screen with its input. The next click tries again.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loadedPart: ComponentType<Props> | undefined;
  return function LazyPart({ onLoadFailed, ...props }: Props & { onLoadFailed: () => void }) {
    const [Part, setPart] = useState(() => loadedPart);
    const latestOnLoadFailed = useRef(onLoadFailed);
    latestOnLoadFailed.current = onLoadFailed;
    const feedback = useFeedback();
    useEffect(() => {
      let isMounted = loadedPart === undefined;
      if (isMounted) {
        fetchPart(load).then(
          (part) => {
            loadedPart = part;
            if (isMounted) setPart(() => part);
          },
          () => {
            if (!isMounted) return;
            feedback.warn('未能打开，请检查网络后重试；系统刚更新时，请保存所填内容后重新加载页面');
            latestOnLoadFailed.current();
          },
        );
      }
      return () => {
        isMounted = false;
      };
    }, [feedback]);
    return Part === undefined ? null : <Part {...(props as unknown as Props)} />;
  };
}
