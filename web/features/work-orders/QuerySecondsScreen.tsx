import { QueryList } from './QueryList.tsx';

/** Shows 二次审批查询: the user's orders whose item needs a second approval (S0 §2). */
export function QuerySecondsScreen() {
  return <QueryList scope="seconds" title="二次审批查询" />;
}
