import type { TestResponse } from './portal.ts';

/** Sends files as a browser does; the portal must be listening. */
export async function uploadTo(
  address: string,
  token: string,
  parts: readonly { name: string; bytes: Uint8Array }[],
  path = '/file/files',
): Promise<Pick<TestResponse, 'status' | 'body'>> {
  const form = new FormData();
  for (const { name, bytes } of parts) form.append('file', new Blob([Buffer.from(bytes)]), name);
  const answer = await fetch(`${address}${path}`, {
    method: 'POST',
    body: form,
    headers: { 'x-refusal-status': 'http', ...(token && { 'x-access-token': token }) },
  });
  return { status: answer.status, body: (await answer.json()) as TestResponse['body'] };
}
