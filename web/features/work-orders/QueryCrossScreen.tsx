import { QueryList } from './QueryList.tsx';

/** Shows 跨区域查询: orders of every organisation in the user's region and below (S0 §2). */
export function QueryCrossScreen() {
  return <QueryList scope="cross" title="跨区域查询" />;
}
