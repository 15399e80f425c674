const hour = 3_600_000;

/** Returns how long an order has been waiting: hours on the first day, then days. */
export function waitingText(since: string, at: string): string {
  const hours = Math.max(0, Math.floor((Date.parse(at) - Date.parse(since)) / hour));
  if (hours < 1) return '刚到';
  return hours < 24 ? `停留 ${hours} 小时` : `停留 ${Math.floor(hours / 24)} 天`;
}
