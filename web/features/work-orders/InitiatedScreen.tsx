import { OwnOrdersList } from './OwnOrdersList.tsx';

/** 我发起的: the orders that I started at the counter or at my desk. */
export function InitiatedScreen() {
  return <OwnOrdersList kind="initiated" title="我发起的" />;
}
