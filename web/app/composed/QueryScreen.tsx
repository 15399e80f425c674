import { useLocation } from 'react-router';
import { UrgeDialog } from '#web/features/urge/UrgeDialog.tsx';
import { QueryList } from '#web/features/work-orders/QueryList.tsx';

/**
 * 综合查询, 跨区域查询 and 二次审批查询 (S0 §2): orders that the person has or had a part in, and by right those of the
 * organisation; of every organisation in the person's region and below; of items that need a second approval. One file for
 * three addresses, since every file that is fetched apart is named in what the to-do list loads.
 */
export function QueryScreen() {
  // A kept screen has the address that it was left with.
  const { pathname } = useLocation();
  if (pathname === '/query/cross')
    return <QueryList scope="cross" title="跨区域查询" UrgeDialog={UrgeDialog} />;
  if (pathname === '/query/seconds')
    return <QueryList scope="seconds" title="二次审批查询" UrgeDialog={UrgeDialog} />;
  return <QueryList scope="own" title="综合查询" UrgeDialog={UrgeDialog} />;
}
