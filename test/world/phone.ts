import type { TestPortal, TestResponse } from './portal.ts';

/** A code as its desktop page got it; the portal must be listening. */
export interface ScannedCode {
  qrcode: string;
  /** The text in the QR picture: the code alone. */
  code: string;
  maxCount: number;
}

type PhoneResponse = Pick<TestResponse, 'status' | 'body'>;

/** Requests a code as a desktop page does. */
export async function requestCode(
  portal: TestPortal,
  token: string,
  query: Record<string, string> = {},
): Promise<ScannedCode> {
  const { body } = await portal.call('/file/files/getQrcode', { token, query });
  if (body.errcode !== 0) throw new Error(`The call for a QR code was refused: ${JSON.stringify(body)}`);
  const { qrcode, url, maxCount } = body.data as unknown as { qrcode: string; url: string; maxCount: number };
  return { qrcode, code: url.split('/').at(-1) ?? '', maxCount };
}

/** Returns a phone with its own secret. */
export function phoneOf(portal: TestPortal, address: string, code: string, phone = 'p'.repeat(32)) {
  const path = `/api/phone-uploads/${code}`;
  return {
    open: () => portal.call(`${path}/open`, { json: { phone } }),
    plan: (files: readonly { key: string; name: string; size: number }[]) =>
      portal.call(`${path}/files`, { method: 'PUT', json: { phone, files } }),
    async send(key: string, bytes: Uint8Array): Promise<PhoneResponse> {
      const form = new FormData();
      form.append('phone', phone);
      form.append('key', key);
      form.append('file', new Blob([Buffer.from(bytes)]), 'blob');
      const answer = await fetch(`${address}${path}/files`, { method: 'POST', body: form });
      return { status: answer.status, body: (await answer.json()) as TestResponse['body'] };
    },
    submit: () => portal.call(`${path}/submit`, { json: { phone } }),
  };
}

/** Returns a desktop page with a code and the phone that opened it; resets rate limits used before. */
export async function scanCode(
  portal: TestPortal,
  address: string,
  account: string,
  query: Record<string, string> = {},
) {
  await portal.context.db.deleteFrom('rate_limits').execute();
  const token = await portal.signIn(account);
  const answer = await requestCode(portal, token, query);
  const phone = phoneOf(portal, address, answer.code);
  const opened = await phone.open();
  if (opened.body.errcode !== 0) throw new Error(`The QR code cannot be opened: ${opened.text}`);
  const read = async (path: string) =>
    (await portal.call(`/file/files/qrcode/${answer.qrcode}/${path}`, { token })).body.data as unknown;
  const state = () => read('state');
  const files = async () =>
    (await read('files')) as {
      rows: { id: string; filename: string }[];
      total: number;
      arriving: { name: string; percent: number }[];
    };
  return { ...answer, token, phone, state, files };
}
