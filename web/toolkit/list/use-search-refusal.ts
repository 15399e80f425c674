import { App } from 'antd';
import type { Problem } from '#domain/refusals/refusals.ts';

/** Says what keeps a search or an export from being made, everything at once (S0 §5); its words come when they are needed. */
export function useSearchRefusal(): (problems: readonly Problem[], title?: string) => void {
  const { modal } = App.useApp();
  return (problems, title) =>
    void import('./search-refusal.tsx').then(({ searchRefusal }) => {
      modal.error(searchRefusal(problems, title));
    });
}
