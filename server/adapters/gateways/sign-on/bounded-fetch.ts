export const answerSeconds = 5;
const maxAnswerBytes = 256 * 1024;

/**
 * Calls `fetch` with the limits for outside calls: five seconds in total, no redirects, and a limited length
 * of the answer.
 */
export async function boundedFetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const signal = AbortSignal.timeout(answerSeconds * 1000);
  const response = await fetch(url, { ...init, redirect: 'manual', signal });
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > maxAnswerBytes) throw new Error('The answer is too long');
    parts.push(part);
  }
  const { status, statusText, headers } = response;
  const isBodiless = status === 204 || status === 304 || status < 200;
  return new Response(isBodiless ? null : Buffer.concat(parts), { status, statusText, headers });
}

/** Returns the text to log for a failed call, without any part of an answer. */
export function causeOf(error: unknown): string {
  const { name, code, cause } = error as { name?: string; code?: string; cause?: { code?: string } };
  return [name, code, cause?.code].filter(Boolean).join(' ').slice(0, 120);
}
