import { QueryList } from './QueryList.tsx';

/**
 * Shows 综合查询: orders in which the user participates or did so, and by right those of the user's
 * organisation (S0 §2).
 */
export function QueryAllScreen() {
  return <QueryList scope="own" title="综合查询" />;
}
