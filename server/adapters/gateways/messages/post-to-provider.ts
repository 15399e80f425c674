import { readObject } from '../read-object.ts';
import type { SendOutcome } from './gateway.ts';

/** The address of a provider. Only this host is called; redirects are not followed. */
export interface ProviderAddress {
  /** Such as `https://dysmsapi.aliyuncs.com`, without a trailing slash. */
  origin: string;
  timeoutMs?: number;
  /** Longest answer that is read to its end. */
  maxAnswerBytes?: number;
}

export type ProviderResponse =
  | { kind: 'answered'; status: number; json: Record<string, unknown> }
  | Extract<SendOutcome, { kind: 'rejected' | 'unknown' }>;

const defaultTimeoutMs = 10_000;
const defaultAnswerBytes = 64 * 1024;

/** Error codes of a failed connection: nothing was sent. */
const connectionErrors = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Sends one POST to a provider. Without a connection the message was not accepted; after connecting, a
 * missing or unreadable answer or a server error (5xx) leaves that unknown. A rate limit (429) is a temporary
 * refusal.
 */
export async function postToProvider(
  { origin, timeoutMs = defaultTimeoutMs, maxAnswerBytes = defaultAnswerBytes }: ProviderAddress,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<ProviderResponse> {
  try {
    const response = await fetch(origin + path, {
      method: 'POST',
      headers: { ...headers },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readBounded(response, maxAnswerBytes);
    if (response.status === 429) return { kind: 'rejected', fault: 'http-429', mayRetry: true };
    if (response.status >= 500) return { kind: 'unknown', fault: `http-${response.status}` };
    const json = readObject(text);
    if (!json) return { kind: 'unknown', fault: 'answer-unreadable' };
    return { kind: 'answered', status: response.status, json };
  } catch (error) {
    const code = codeOf(error);
    if (connectionErrors.has(code))
      return { kind: 'rejected', fault: `no-connection-${code}`, mayRetry: true };
    return { kind: 'unknown', fault: isTimeout(error) ? 'no-answer-in-time' : 'connection-lost' };
  }
}

async function readBounded(response: Response, maxAnswerBytes: number): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxAnswerBytes) throw new Error('The answer is too long');
  }
  return text;
}

/** Returns the cause of "fetch failed", which Node hides; several addresses of one host fail together. */
function codeOf(error: unknown): string {
  const cause = (error as { cause?: unknown } | null)?.cause as
    | { code?: unknown; errors?: { code?: unknown }[] }
    | undefined;
  return String(cause?.code ?? cause?.errors?.[0]?.code ?? '');
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Returns a provider's code for storage: only its name, without anything that it may quote. */
export function storableCode(code: unknown): string {
  const text = typeof code === 'string' || typeof code === 'number' ? String(code) : '';
  return /^[\w.-]{1,80}$/.test(text) && !/\d{7,}/.test(text) ? text : 'unnamed';
}
