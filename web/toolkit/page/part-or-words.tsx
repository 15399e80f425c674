import type { ComponentType } from 'react';

/**
 * For `lazy`, of what the header and the lists open: words in place of a part that cannot be fetched, whose fault would take
 * the whole portal or screen along, with what is typed there. `lazyPart` tries again, and weighs more.
 */
export async function partOrWords<Props>(
  load: () => Promise<ComponentType<Props>>,
): Promise<{ default: ComponentType<Props> }> {
  try {
    return { default: await load() };
  } catch {
    return { default: NotFetched };
  }
}

function NotFetched() {
  return <p role="alert">未能打开，请检查网络，保存所填内容后重新加载页面</p>;
}
