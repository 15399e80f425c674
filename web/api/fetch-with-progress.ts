/** Sends a body and reports its progress (0 to 100), which `fetch` cannot; otherwise behaves like `fetch`. */
export function fetchWithProgress(
  url: string,
  init: {
    method: string;
    body?: XMLHttpRequestBodyInit;
    headers: Record<string, string>;
    signal: AbortSignal;
  },
  onProgress: (percent: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new TypeError('The request was broken off'));
    request.open(init.method, url);
    for (const [name, value] of Object.entries(init.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(Math.floor((loaded / total) * 100));
    };
    request.onload = () => {
      const requestId = request.getResponseHeader('x-request-id');
      const headers = requestId === null ? undefined : { 'x-request-id': requestId };
      resolve(new Response(request.responseText, { status: request.status, headers }));
    };
    request.onerror = fail;
    request.onabort = fail;
    if (init.signal.aborted) return fail();
    init.signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(init.body);
  });
}
