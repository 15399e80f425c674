import type { OutputOf } from '#contract/endpoint.ts';
import { formEncryption } from '#contract/form-encryption.ts';
import { formKeyRenewalMs } from '#domain/forms/form-key.ts';
import {
  contextOfValue,
  findWrappedValues,
  mapMarkedFields,
  wrappedValueOf,
} from '#domain/forms/wrapped-values.ts';
import { formKeyStorage } from './form-key-storage.ts';
import { markedFormsIn } from './marked-fields.ts';
import { writeStored } from './read-stored.ts';

/** The key that wraps values of marked fields between this page and the server (S2 §7, docs/decisions/0222). */
export interface FormKey {
  /** Sent in the header of the call. */
  id: string;
  /** Returns the body with the marked values wrapped. */
  wrapBody(body: unknown): Promise<unknown>;
  /** Opens the wrapped values of an answer, in place. */
  openAnswer(data: unknown): Promise<void>;
}

const keyPath = formEncryption.generateKey.path.replace(':prefix', 'workportal');

/** Reads an address with the session; returns the data of the answer. */
type Read = (path: string) => Promise<unknown>;

let pendingKey: Promise<FormKey> | undefined;

/** Returns the key of session storage, or asks for one if there is none, it is old, or `renews` says so. */
export async function findFormKey(read: Read, { renews = false } = {}): Promise<FormKey> {
  const stored = renews ? undefined : formKeyStorage.read();
  if (stored !== undefined) return importKey(stored);
  pendingKey ??= askForKey(read).finally(() => {
    pendingKey = undefined;
  });
  return pendingKey;
}

async function askForKey(read: Read): Promise<FormKey> {
  const key = (await read(keyPath)) as OutputOf<typeof formEncryption.generateKey>;
  writeStored(formKeyStorage.name, JSON.stringify({ key, askedAt: Date.now() }), 'sessionStorage');
  return importKey(key);
}

let users = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Keeps a key ready and renews it every 8 minutes (S2 §9) while a form with marked fields is on the screen; returns
 * the function that ends this. A call that finds no key asks for one itself, so a failure is not reported here.
 */
export function keepFormKey(read: Read): () => void {
  users += 1;
  if (users === 1) {
    findFormKey(read).catch(() => undefined);
    timer = setInterval(() => findFormKey(read, { renews: true }).catch(() => undefined), formKeyRenewalMs);
  }
  return () => {
    users -= 1;
    if (users === 0) clearInterval(timer);
  };
}

async function importKey(text: string): Promise<FormKey> {
  const [id = '', secret = ''] = text.split('.');
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), 'AES-GCM', false, ['encrypt', 'decrypt']);
  return {
    id,
    wrapBody: (body) => wrapBody(key, body),
    async openAnswer(data) {
      await Promise.all(
        findWrappedValues(data).map(async ({ field, text: wrapped, replace }) => {
          const bytes = bytesOf(wrapped);
          const plain = await crypto.subtle.decrypt(
            parametersOf(bytes.slice(0, nonceBytes), contextOfValue('answer', field)),
            key,
            bytes.slice(nonceBytes),
          );
          replace(JSON.parse(new TextDecoder().decode(plain)));
        }),
      );
    },
  };
}

const nonceBytes = 12;

const parametersOf = (nonce: Uint8Array<ArrayBuffer>, context: string) => ({
  name: 'AES-GCM',
  iv: nonce,
  additionalData: new TextEncoder().encode(context),
});

/** Returns the body with the marked values of its forms wrapped; the body itself stays as it is. */
async function wrapBody(key: CryptoKey, body: unknown): Promise<unknown> {
  const marked = new Map(markedFormsIn(body).map(({ form, fields }) => [form, fields] as const));
  const pending: Promise<void>[] = [];
  const wrapContent = (fields: Parameters<typeof mapMarkedFields>[0], content: unknown) => {
    if (typeof content !== 'object' || content === null) return content;
    return mapMarkedFields(fields, content as Record<string, unknown>, (value, field) => {
      const wrapped = wrappedValueOf('');
      pending.push(
        wrapValue(key, field, value).then((text) => void Object.assign(wrapped, wrappedValueOf(text))),
      );
      return wrapped;
    });
  };
  const { workorderForms } = body as { workorderForms: object[] };
  const wrappedForms = workorderForms.map((form) => {
    const fields = marked.get(form);
    if (fields === undefined) return form;
    const { content, initContent, ...others } = form as { content?: unknown; initContent?: unknown };
    return {
      ...others,
      content: wrapContent(fields, content),
      ...(initContent !== undefined && { initContent: wrapContent(fields, initContent) }),
    };
  });
  await Promise.all(pending);
  return { ...(body as object), workorderForms: wrappedForms };
}

async function wrapValue(key: CryptoKey, field: string, value: unknown): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const text = new TextEncoder().encode(JSON.stringify(value));
  const encrypted = await crypto.subtle.encrypt(
    parametersOf(nonce, contextOfValue('request', field)),
    key,
    text,
  );
  return base64UrlOf(new Uint8Array([...nonce, ...new Uint8Array(encrypted)]));
}

function bytesOf(base64Url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64Url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function base64UrlOf(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
