import { writeStored } from '#web/api/read-stored.ts';

/** An order that was opened in this browser. */
export interface RecentOrder {
  code: string;
  title: string;
  at: string;
}

const maxStored = 8;

const keyOf = (staffId: string) => `banjian.recentOrders.${staffId}`;

function isRecent(value: unknown): value is RecentOrder {
  const entry = value as Partial<RecentOrder> | null;
  return [entry?.code, entry?.title, entry?.at].every((part) => typeof part === 'string');
}

/** Returns the orders that this person opened last, the latest first. */
export function readRecentOrders(staffId: string): RecentOrder[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(staffId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, maxStored) : [];
  } catch {
    return [];
  }
}

export function recordRecentOrder(staffId: string, order: RecentOrder): void {
  const others = readRecentOrders(staffId).filter(({ code }) => code !== order.code);
  writeStored(keyOf(staffId), JSON.stringify([order, ...others].slice(0, maxStored)));
}

export function clearRecentOrders(staffId: string): void {
  localStorage.removeItem(keyOf(staffId));
}
