import { QueryList } from './QueryList.tsx';

/** 综合查询: orders that I have or had a part in, and by right those of my organisation (S0 §2). */
export function QueryAllScreen() {
  return <QueryList scope="own" title="综合查询" />;
}
