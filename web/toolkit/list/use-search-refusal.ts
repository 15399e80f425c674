import { App } from 'antd';
import type { Problem } from '#domain/refusals/refusals.ts';

/**
 * Returns a function that shows all problems that prevent a search or an export (S0 §5); its texts are loaded
 * on demand.
 */
export function useSearchRefusal(): (problems: readonly Problem[], title?: string) => void {
  const { modal } = App.useApp();
  return (problems, title) =>
    void import('./search-refusal.tsx').then(({ searchRefusal }) => {
      modal.error(searchRefusal(problems, title));
    });
}
