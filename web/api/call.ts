import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { sessionRefusals } from '#domain/refusals/session-refusals.ts';
import { isCallError, noAnswer } from './call-error.ts';
import { randomKey } from './random-key.ts';
import { openEnvelope, sendForResponse, type WireRequest } from './send.ts';
import { confirmIdentity, isSignOutStarted, restoreSession } from './session-gate.ts';
import { readSessionToken } from './session-token.ts';

type InputPart<Name extends string, Schema extends z.ZodType> = keyof z.input<Schema> extends never
  ? { [name in Name]?: z.input<Schema> }
  : Record<string, never> extends z.input<Schema>
    ? { [name in Name]?: z.input<Schema> }
    : { [name in Name]: z.input<Schema> };

/** Input of the caller: the parts that the endpoint declares, before defaults are applied. */
export type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _O>
    ? InputPart<'params', P> & InputPart<'query', Q> & InputPart<'body', B>
    : never;

export interface CallOptions {
  /** One key per action of the user; generated if the caller has none (see `useAction`). */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Lets the request finish even if the page closes; only for small bodies. */
  outlivesPage?: boolean;
  /** Files of a multipart call; the other fields come from `body`. */
  files?: readonly { field: string; file: Blob; name: string }[];
  /** Called with the percentage of the body that was sent, 0 to 100. */
  onProgress?: (percent: number) => void;
}

const { errcode: identityNotConfirmed } = sessionRefusals.identityNotConfirmed;
const stillRunning = 40902;
const maxStillRunningRetries = 20;
const pauseBetweenTriesMilliseconds = 1000;

/**
 * Makes one declared call and returns the `data` of its answer, typed from the contract. If the session has
 * ended, it is restored over the current screen and the call is repeated; a broken connection is retried once
 * with the same idempotency key. While the person logs out, nothing is sent and the promise stays pending.
 * Throws `CallError`.
 */
export async function call<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
>(
  endpoint: Endpoint<P, Q, B, O>,
  input: CallInput<Endpoint<P, Q, B, O>>,
  options: CallOptions = {},
): Promise<z.output<O>> {
  const looseInput = input as LooseInput;
  if (formCaller?.handles(endpoint, looseInput, options))
    return (await formCaller.call(endpoint, looseInput, options)) as z.output<O>;
  const request = buildRequest(endpoint, looseInput, options);
  return (await sendWithRetries(request, async (response) => openEnvelope(response))) as z.output<O>;
}

/** Makes the calls that carry form values which travel wrapped (docs/decisions/0222). */
export interface FormCaller {
  handles(endpoint: Pick<Endpoint, 'carriesForms'>, input: LooseInput, options: CallOptions): boolean;
  call(endpoint: Endpoint, input: LooseInput, options: CallOptions): Promise<unknown>;
}

let formCaller: FormCaller | undefined;

/** Sets the caller of such calls; before the first form with marked fields there is none. */
export function setFormCaller(caller: FormCaller): void {
  formCaller = caller;
}

/** Returns the address of a call, for links that the browser opens itself (downloads by ticket). */
export function addressOf<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, O>,
  params: Record<string, unknown> = {},
): string {
  return fillPath(endpoint.path, params);
}

/** Input of a call without the types of its endpoint. */
export interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Returns the request of a call. */
export function buildRequest(endpoint: Endpoint, input: LooseInput, options: CallOptions): WireRequest {
  const { body, contentType } = writeBody(endpoint, input.body, options.files);
  const headers: Record<string, string> = {};
  if (contentType !== undefined) headers['content-type'] = contentType;
  if (endpoint.mutates) headers['idempotency-key'] = options.idempotencyKey ?? newIdempotencyKey();
  return {
    method: endpoint.method,
    path: fillPath(endpoint.path, input.params ?? {}),
    query: input.query,
    body,
    headers,
    signal: options.signal,
    keepalive: options.outlivesPage,
    onProgress: options.onProgress,
  };
}

function fillPath(path: string, params: Record<string, unknown>): string {
  return path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(String(params[name])));
}

function writeBody(
  endpoint: Endpoint,
  body: unknown,
  files: CallOptions['files'] = [],
): { body?: XMLHttpRequestBodyInit; contentType?: string } {
  if (endpoint.method === 'GET') return {};
  const fields = Object.entries((body ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  switch (endpoint.encoding) {
    case 'multipart': {
      const form = new FormData();
      for (const [name, value] of fields) form.append(name, String(value));
      for (const { field, file, name } of files) form.append(field, file, name);
      return { body: form };
    }
    case 'form':
      return { body: new URLSearchParams(fields.map(([name, value]) => [name, String(value)])) };
    case 'text':
      return { body: String(body), contentType: 'text/plain;charset=UTF-8' };
    case 'json':
      if (body === undefined) return {};
      return { body: JSON.stringify(body), contentType: 'application/json' };
    default:
      throw new Error(endpoint.encoding satisfies never);
  }
}

/** Sends a request as `call` does, and reads its answer. */
export async function sendWithRetries<T>(
  request: WireRequest,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  if (isSignOutStarted()) return new Promise(() => {});
  const mayRepeat = request.method === 'GET' || request.headers?.['idempotency-key'] !== undefined;
  let brokenConnections = 0;
  let runningAnswers = 0;
  for (;;) {
    const token = readSessionToken();
    try {
      return await read(await sendForResponse(request));
    } catch (failure) {
      if (!isCallError(failure)) throw failure;
      if (failure.errcode === 401) {
        if (await restoreSession(token)) continue;
        throw failure;
      }
      if (failure.errcode === noAnswer && mayRepeat && brokenConnections++ < 1) {
        await pause();
        continue;
      }
      if (failure.errcode === stillRunning && runningAnswers++ < maxStillRunningRetries) {
        await pause();
        continue;
      }
      // The identity is confirmed over the current screen and the call is repeated; the server may ask again
      // if the confirmation has expired.
      if (failure.errcode === identityNotConfirmed && (await confirmIdentity(failure.message))) continue;
      throw failure;
    }
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pauseBetweenTriesMilliseconds));
}

/**
 * Returns a key for one action of the user, sent with every try, so that a second click or a retry never does
 * it twice.
 */
export function newIdempotencyKey(): string {
  return randomKey();
}
