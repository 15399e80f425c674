import type { FastifyRequest } from 'fastify';
import { formKeyHeader } from '#domain/forms/form-key.ts';
import { contextOfValue, findWrappedValues, wrappedValueOf } from '#domain/forms/wrapped-values.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { findFormKey, unwrapText, wrapText } from '#server/kernel/crypto/form-key.ts';

/** Wraps the value of a marked field for the answer. */
export type WrapField = (value: unknown, field: string) => unknown;

/** The key of `generateKey` that a client named with its call. */
export interface FormKey {
  /** Returns the body with its wrapped values opened; refuses one that this key did not wrap. */
  openBody(body: unknown): { body: unknown } | Refusal<'formKeyInvalid'>;
  wrap: WrapField;
}

/** Returns the key that a request names; undefined if it names none, a refusal if the key is not valid any more. */
export function formKeyOf(
  { crypto, now }: Pick<Context, 'crypto' | 'now'>,
  request: FastifyRequest,
  sessionId: string,
): FormKey | Refusal<'formKeyInvalid'> | undefined {
  const id = request.headers[formKeyHeader];
  if (id === undefined) return undefined;
  const key = typeof id === 'string' ? findFormKey(crypto, sessionId, id, now()) : undefined;
  if (key === undefined) return refuse('formKeyInvalid');
  return {
    openBody(body) {
      // The request keeps the wrapped values, because records of the call contain its body.
      const opened = structuredClone(body);
      for (const { field, text, replace } of findWrappedValues(opened)) {
        const plain = unwrapText(key, contextOfValue('request', field), text);
        const value = plain === undefined ? undefined : readValue(plain);
        if (value === undefined) return refuse('formKeyInvalid');
        replace(value);
      }
      return { body: opened };
    },
    wrap: (value, field) =>
      wrappedValueOf(wrapText(key, contextOfValue('answer', field), JSON.stringify(value))),
  };
}

function readValue(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
