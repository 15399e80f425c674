import { createHash } from 'node:crypto';
import type { TestResponse } from './portal.ts';

/** Sends a file in chunks as the specification's client does (S2 §7); the portal must be listening. */

export interface ChunkAnswer extends Pick<TestResponse, 'status' | 'body'> {
  data: {
    code: number;
    missChunks: number[];
    chunkSize: number;
    uploadComplete: boolean;
    rows: { id: string; filename: string; size: number; contentType: string }[];
  };
}

export const md5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

export function chunkSender(address: string, token: string, chunkSize = 256 * 1024) {
  async function request(
    method: string,
    path: string,
    body?: string | FormData,
    json = false,
  ): Promise<ChunkAnswer> {
    const answer = await fetch(`${address}/workportal/api/file/${path}`, {
      method,
      ...(body !== undefined && { body }),
      headers: {
        ...(token && { 'x-refusal-status': 'http', 'x-access-token': token }),
        ...(json && { 'content-type': 'application/json' }),
      },
    });
    const responseBody = (await answer.json()) as TestResponse['body'];
    return {
      status: answer.status,
      body: responseBody,
      data: responseBody.data as unknown as ChunkAnswer['data'],
    };
  }

  const check = (name: string, bytes: Uint8Array) =>
    request('POST', 'checkMd5', JSON.stringify({ md5: md5Of(bytes), fileName: name }), true);

  /** Sends one chunk; `changes` replaces its fields, `content` its bytes. */
  async function send(
    name: string,
    bytes: Uint8Array,
    chunk: number,
    { changes = {}, content }: { changes?: Record<string, string | undefined>; content?: Uint8Array } = {},
  ): Promise<ChunkAnswer> {
    const fields: Record<string, string | undefined> = {
      md5: md5Of(bytes),
      chunkSize: String(chunkSize),
      name,
      type: 'application/pdf',
      lastModifiedDate: 'Mon Mar 02 2026 10:00:00 GMT+0800',
      size: String(bytes.length),
      chunks: String(Math.ceil(bytes.length / chunkSize)),
      chunk: String(chunk),
      ...changes,
    };
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) if (value !== undefined) form.append(field, value);
    const part = content ?? bytes.subarray(chunk * chunkSize, (chunk + 1) * chunkSize);
    form.append('file', new Blob([Buffer.from(part)]), 'blob');
    return await request('POST', 'chunks', form);
  }

  async function sendAll(name: string, bytes: Uint8Array): Promise<ChunkAnswer> {
    const chunks = Math.ceil(bytes.length / chunkSize);
    let last = await check(name, bytes);
    for (let chunk = 0; chunk < chunks; chunk += 1) last = await send(name, bytes, chunk);
    return last;
  }

  const cancel = (name: string, bytes: Uint8Array) =>
    request('DELETE', `chunks?${new URLSearchParams({ md5: md5Of(bytes), fileName: name })}`);

  return { request, check, send, sendAll, cancel };
}
