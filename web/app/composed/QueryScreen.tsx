import { useLocation } from 'react-router';
import { QueryList } from '#web/features/work-orders/QueryList.tsx';
import { UrgeDialog, UrgeManyDialog } from './urge-dialogs.tsx';

const urgeDialogs = { UrgeDialog, UrgeManyDialog };

/**
 * Shows 综合查询, 跨区域查询 and 二次审批查询 (S0 §2): orders in which the person participates and, by permission,
 * those of the organisation; those of every organisation in the person's region and below; those of items that need a
 * second approval. One file for three addresses, since the to-do list loads the name of every separate file.
 */
export function QueryScreen() {
  // A kept screen keeps its last address.
  const { pathname } = useLocation();
  if (pathname === '/query/cross') return <QueryList scope="cross" title="跨区域查询" {...urgeDialogs} />;
  if (pathname === '/query/seconds')
    return <QueryList scope="seconds" title="二次审批查询" {...urgeDialogs} />;
  return <QueryList scope="own" title="综合查询" {...urgeDialogs} />;
}
