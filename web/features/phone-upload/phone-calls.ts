import type { PhonePlan } from '#contract/phone-upload.ts';
import { CallError, networkErrorText, noAnswer } from '#web/api/call-error.ts';
import { fetchWithProgress } from '#web/api/fetch-with-progress.ts';
import { randomKey } from '#web/api/random-key.ts';
import { readStored, writeStored } from '#web/api/read-stored.ts';
import { openEnvelope, send } from '#web/api/send.ts';
import { sessionPrefix } from '#web/api/session-storage-prefix.ts';
import { type PhonePath, phonePaths } from './phone-paths.ts';

/** Data of the scanned code: what is uploaded for which field of a form, and the rule for the files. */
export interface PhoneUploadDetails {
  form: string;
  field: string;
  secondsLeft: number;
  formats: readonly string[];
  maxSizeMb: number;
  maxCount: number;
  rows: PhonePlan['rows'];
}

/**
 * A connection without any progress for this time counts as broken; a large file on a slow one may take
 * minutes.
 */
const stallMs = 30_000;

const pathOf = ([, path]: PhonePath, code: string) => path.replace(':code', encodeURIComponent(code));
const keyOfSecret = `${sessionPrefix}phone`;

/**
 * Returns the secret that the code is bound to, one for each code: a reloaded page is the same phone, and two
 * desktops cannot find out that the same phone served them.
 */
function ownSecret(code: string): string {
  const [storedCode, storedSecret] = readStored(keyOfSecret)?.split(' ') ?? [];
  if (storedCode === code && storedSecret) return storedSecret;
  const newSecret = randomKey();
  writeStored(keyOfSecret, `${code} ${newSecret}`);
  return newSecret;
}

/** Creates the phone's calls to the server: without a session, by the scanned code and the phone's own secret. */
export function createPhoneCalls(code: string, phone = ownSecret(code)) {
  const post = (endpoint: PhonePath, body: object) =>
    send({
      method: endpoint[0],
      path: pathOf(endpoint, code),
      body: JSON.stringify({ phone, ...body }),
      headers: { 'content-type': 'application/json' },
      omitsSession: true,
    });
  return {
    open: () => post(phonePaths.open, {}) as Promise<PhoneUploadDetails>,
    plan: (files: readonly { key: string; name: string; size: number }[]) =>
      post(phonePaths.plan, { files }) as Promise<PhonePlan>,
    submit: () => post(phonePaths.submit, {}) as Promise<{ total: number }>,

    /** Sends one planned file; the fields come before it, since the server reads them first. */
    async send(
      file: { key: string; blob: Blob; name: string },
      signal: AbortSignal,
      onProgress: (percent: number) => void,
    ): Promise<void> {
      const form = new FormData();
      form.append('phone', phone);
      form.append('key', file.key);
      form.append('file', file.blob, file.name);
      const stallController = new AbortController();
      let timer = setTimeout(() => stallController.abort(), stallMs);
      const init = {
        method: phonePaths.send[0],
        body: form,
        headers: { accept: 'application/json' },
        signal: AbortSignal.any([signal, stallController.signal]),
      };
      const reportProgress = (percent: number) => {
        clearTimeout(timer);
        timer = setTimeout(() => stallController.abort(), stallMs);
        onProgress(percent);
      };
      try {
        await openEnvelope(await fetchWithProgress(pathOf(phonePaths.send, code), init, reportProgress));
      } catch (failure) {
        if (failure instanceof TypeError)
          throw new CallError({ errcode: noAnswer, message: networkErrorText });
        throw failure;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

export type PhoneCalls = ReturnType<typeof createPhoneCalls>;
