import type { Problem } from '#domain/refusals/refusals.ts';
import { sessionRefusals } from '#domain/refusals/session-refusals.ts';
import {
  CallError,
  dataExceptionText,
  networkErrorText,
  noAnswer,
  serverUnreachableText,
  timeoutCode,
  tooLargeText,
} from './call-error.ts';
import { clearEarlyAnswers, consumeEarlyAnswer, headersOfCall, timeOutSeconds } from './early-answers.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';
import { isOthersSession, readSessionToken } from './session-token.ts';
import { writeQuery } from './write-query.ts';

export interface WireRequest {
  method: string;
  path: string;
  query?: Record<string, unknown>;
  body?: XMLHttpRequestBodyInit;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** The browser completes the request even if the page closes. */
  keepalive?: boolean;
  /** For a login, which must not carry the session that it replaces. */
  omitsSession?: boolean;
  /** Called with the percentage of the body that was sent, 0 to 100. */
  onProgress?: (percent: number) => void;
}

interface Envelope {
  errcode?: number;
  code?: number;
  errmsg?: string;
  data?: unknown;
  problems?: readonly Problem[];
  requestId?: string;
}

/**
 * Sends one request with session and time-out and returns the raw response; throws `CallError` if none
 * arrives.
 */
export async function sendForResponse(request: WireRequest): Promise<Response> {
  const token = request.omitsSession ? undefined : readSessionToken();
  // The owner of the session is read after the token, which a sign-in stores last.
  if (token !== undefined && isOthersSession())
    throw new CallError({ errcode: 401, message: sessionRefusals.notSignedIn.text });
  const timeOut = AbortSignal.timeout(timeOutSeconds * 1000);
  const url = request.path + writeQuery(request.query);
  const init = {
    method: request.method,
    body: request.body,
    headers: { ...headersOfCall(token), ...request.headers },
    signal: request.signal ? AbortSignal.any([request.signal, timeOut]) : timeOut,
    keepalive: request.keepalive,
    credentials: 'same-origin',
  } as const;
  // Every changing call has a key.
  if (request.headers?.['idempotency-key'] !== undefined) clearEarlyAnswers();
  const early = request.method === 'GET' ? consumeEarlyAnswer(url, token) : undefined;
  try {
    if (early !== undefined) return await responseUnlessAborted(early, request.signal);
    return request.onProgress
      ? await fetchWithProgress(url, init, request.onProgress)
      : await fetch(url, init);
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    throw new CallError({ errcode: timeOut.aborted ? timeoutCode : noAnswer, message: networkErrorText });
  }
}

/** Waits for the response; throws if its caller has aborted the request. */
async function responseUnlessAborted(
  response: Promise<Response>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const received = await response;
  signal?.throwIfAborted();
  return received;
}

/**
 * Sends one request and opens the envelope: returns its `data`, throws `CallError` for anything but success
 * (S0 §8).
 */
export async function send(request: WireRequest): Promise<unknown> {
  const response = await sendForResponse(request);
  return openEnvelope(response);
}

export async function openEnvelope(response: Response): Promise<unknown> {
  const envelope = await readEnvelope(response);
  const errcode = envelope?.errcode ?? (envelope?.code === 200 ? 0 : envelope?.code);
  const requestId = envelope?.requestId ?? response.headers.get('x-request-id') ?? undefined;
  if (errcode === 0 && response.status !== 401) return envelope?.data;
  const code = response.status === 401 ? 401 : (errcode ?? (response.ok ? noAnswer : response.status));
  const defaultText = errcode === undefined ? textOfStatus(code) : dataExceptionText;
  throw new CallError({
    errcode: code,
    message: envelope?.errmsg || (code === 401 ? sessionRefusals.notSignedIn.text : defaultText),
    problems: envelope?.problems,
    requestId,
  });
}

/**
 * Returns the text for a response without a message of the portal: it comes from the proxy before the portal, so
 * the network works.
 */
function textOfStatus(status: number): string {
  if (status === 413) return tooLargeText;
  return status >= 500 ? serverUnreachableText : networkErrorText;
}

async function readEnvelope(response: Response): Promise<Envelope | undefined> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? (body as Envelope) : undefined;
  } catch {
    return undefined;
  }
}
