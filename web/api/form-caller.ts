import type { Endpoint } from '#contract/endpoint.ts';
import { formKeyHeader } from '#domain/forms/form-key.ts';
import type { MarkedField } from '#domain/forms/wrapped-values.ts';
import {
  buildRequest,
  type CallOptions,
  type LooseInput,
  newIdempotencyKey,
  sendWithRetries,
  setFormCaller,
} from './call.ts';
import { isCallError } from './call-error.ts';
import { formKeyStorage } from './form-key-storage.ts';
import { markedFormsIn, recordMarkedFields } from './marked-fields.ts';
import { openEnvelope } from './send.ts';

/** Calls of forms with marked fields; loaded with the forms, so that lists do not load it. */

const formKeyInvalid = 40018;

/**
 * Records the fields of an open form, whose marked values travel wrapped from now on; returns whether one of them is
 * marked.
 */
export function registerMarkedFields(formId: string, fields: readonly MarkedField[]): boolean {
  const isMarked = recordMarkedFields(formId, fields);
  if (isMarked) setFormCaller({ handles, call: callWithFormKey });
  return isMarked;
}

/** Reads an address with the session; returns the data of the answer. */
export function readAddress(path: string): Promise<unknown> {
  return sendWithRetries({ method: 'GET', path }, openEnvelope);
}

/**
 * Checks whether a call sends values of marked fields, or may receive some and has a key already. A page that
 * closes cannot wait for the encryption, and a browser encrypts only on a secure page.
 */
function handles(
  endpoint: Pick<Endpoint, 'carriesForms'>,
  { body }: LooseInput,
  { outlivesPage }: CallOptions,
): boolean {
  if (outlivesPage || globalThis.crypto?.subtle === undefined) return false;
  return (
    markedFormsIn(body).length > 0 || (endpoint.carriesForms === true && formKeyStorage.read() !== undefined)
  );
}

/**
 * Makes a call whose marked form values are wrapped. If the server refuses the key, it is renewed and the same
 * call is repeated once, under the same idempotency key.
 */
async function callWithFormKey(
  endpoint: Endpoint,
  input: LooseInput,
  options: CallOptions,
): Promise<unknown> {
  const { findFormKey } = await import('./form-key.ts');
  const { body } = input;
  const isMarked = markedFormsIn(body).length > 0;
  const fixedOptions = { ...options, idempotencyKey: options.idempotencyKey ?? newIdempotencyKey() };
  const attempt = async (renews: boolean) => {
    const key = await findFormKey(readAddress, { renews });
    const wrappedBody = isMarked ? await key.wrapBody(body) : body;
    const request = buildRequest(endpoint, { ...input, body: wrappedBody }, fixedOptions);
    const headers = { ...request.headers, [formKeyHeader]: key.id };
    return sendWithRetries({ ...request, headers }, async (response) => {
      const data = await openEnvelope(response);
      await key.openAnswer(data);
      return data;
    });
  };
  try {
    return await attempt(false);
  } catch (failure) {
    if (!isCallError(failure) || failure.errcode !== formKeyInvalid) throw failure;
    return attempt(true);
  }
}
