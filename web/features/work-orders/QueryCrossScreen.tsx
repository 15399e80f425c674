import { QueryList } from './QueryList.tsx';

/** 跨区域查询: orders of every organisation in my region and below (S0 §2). */
export function QueryCrossScreen() {
  return <QueryList scope="cross" title="跨区域查询" />;
}
