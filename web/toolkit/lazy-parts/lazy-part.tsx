import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useFeedback } from '../feedback/use-feedback.ts';
import { fetchPart } from './fetch-part.ts';

/**
 * Returns a component whose code is loaded by the click that opens it. If it cannot be loaded, without a
 * network or after an update, a message says so and `onLoadFailed` closes it: an error of `lazy` would unmount the
 * whole screen with its input. The next click tries again.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let fetched: ComponentType<Props> | undefined;
  return function LazyPart({ onLoadFailed, ...props }: Props & { onLoadFailed: () => void }) {
    const [Part, setPart] = useState(() => fetched);
    const lost = useRef(onLoadFailed);
    lost.current = onLoadFailed;
    const feedback = useFeedback();
    useEffect(() => {
      let isHere = fetched === undefined;
      if (isHere) {
        fetchPart(load).then(
          (part) => {
            fetched = part;
            if (isHere) setPart(() => part);
          },
          () => {
            if (!isHere) return;
            feedback.warn('未能打开，请检查网络后重试；系统刚更新时，请保存所填内容后重新加载页面');
            lost.current();
          },
        );
      }
      return () => {
        isHere = false;
      };
    }, [feedback]);
    return Part === undefined ? null : <Part {...(props as unknown as Props)} />;
  };
}
