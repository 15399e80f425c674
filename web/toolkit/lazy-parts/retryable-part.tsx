import { Button } from 'antd';
import { type ComponentType, useState } from 'react';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { fetchPart } from './fetch-part.ts';

/**
 * Loads a component for `lazy`, for screens and for parts that the header and the lists open: if it cannot be
 * loaded, a notice with a retry is shown. An uncaught error would unmount the whole portal or screen with its
 * input, and `lazy` never retries. The part appears after a successful retry, without a reload.
 */
export async function retryablePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<{ default: ComponentType<Props> }> {
  try {
    return { default: await fetchPart(load) };
  } catch {
    return { default: createRetryPart(load) };
  }
}

function createRetryPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function RetryPart(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const [isRetrying, setIsRetrying] = useState(false);
    if (Part !== undefined) return <Part {...props} />;
    const retry = async () => {
      setIsRetrying(true);
      try {
        loaded = await fetchPart(load);
        setPart(() => loaded);
      } catch {
        setIsRetrying(false);
      }
    };
    return (
      <div role="alert">
        <EmptyState
          compact
          title="未能打开"
          hint="请检查网络后重试；系统刚更新时，请保存所填内容后重新加载页面。"
          action={
            <Button disabled={isRetrying} onClick={() => void retry()}>
              重试
            </Button>
          }
        />
      </div>
    );
  };
}
