import { createHmac } from 'node:crypto';

/** The parts of a call of the government DingTalk platform that its signature covers. */
export interface ChatRequest {
  method: 'GET' | 'POST';
  /** Time in the format of `chatTimestamp`. */
  timestamp: string;
  nonce: string;
  path: string;
  params: Readonly<Record<string, string>>;
}

/**
 * Returns X-Hmac-Auth-Signature, by the algorithm that the platform publishes in "HTTP Request构成说明"
 * (openplatform-portal.dg-work.cn, quoted in blog.csdn.net/WXbluethink/article/details/119395379): method,
 * timestamp, nonce, path and the sorted, unencoded parameters, one line each, by HmacSHA256 and Base64.
 */
export function signChat(request: ChatRequest, secretKey: string): string {
  const { method, timestamp, nonce, path, params } = request;
  const pairs = Object.entries(params)
    .map(([name, value]) => `${name}=${value}`)
    .sort();
  const lines = [method, timestamp, nonce, path, ...(pairs.length > 0 ? [pairs.join('&')] : [])];
  return createHmac('sha256', secretKey).update(lines.join('\n'), 'utf8').digest('base64');
}

/** Returns the time in China with its offset: `2026-03-02T10:00:00.000+08:00`. */
export function chatTimestamp(now: Date): string {
  return `${new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, -1)}+08:00`;
}

/** Returns thirteen digits of milliseconds and four random ones, as the platform recommends. */
export function chatNonce(now: Date, random: number): string {
  return `${now.getTime()}${String(Math.floor(random * 10_000)).padStart(4, '0')}`;
}
