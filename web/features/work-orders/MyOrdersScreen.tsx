import { OwnOrdersList } from './OwnOrdersList.tsx';

/** 我的申请: the list of the affair module (S1 §2). */
export function MyOrdersScreen() {
  return <OwnOrdersList kind="mine" title="我的申请" />;
}
