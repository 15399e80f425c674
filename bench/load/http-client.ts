import { connect, type Socket } from 'node:net';

export interface HttpResponse {
  status: number;
  body: Buffer;
}

/**
 * One persistent HTTP/1.1 connection with one request at a time: the load generator must cost less than the
 * server.
 */
export class HttpConnection {
  readonly #port: number;
  #socket: Socket | undefined;
  #buffer: Buffer = Buffer.alloc(0);
  #pending: { resolve(answer: HttpResponse): void; reject(error: Error): void } | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  send(request: string): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
      this.#open().write(request);
    });
  }

  close(): void {
    this.#socket?.destroy();
  }

  #open(): Socket {
    if (this.#socket && !this.#socket.destroyed) return this.#socket;
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    this.#buffer = Buffer.alloc(0);
    socket.on('data', (chunk) => this.#onData(chunk));
    const fail = (reason: string) => {
      if (this.#socket === socket) this.#pending?.reject(new Error(reason));
    };
    socket.on('error', (error) => fail(error.message));
    socket.on('close', () => fail('closed'));
    this.#socket = socket;
    return socket;
  }

  #onData(chunk: Buffer): void {
    this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
    const headEnd = this.#buffer.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.#buffer.toString('latin1', 0, headEnd);
    const end = isChunked(head) ? chunkedEnd(this.#buffer, headEnd + 4) : headEnd + 4 + contentLength(head);
    if (end === undefined || this.#buffer.length < end) return;
    const answer = { status: Number(head.slice(9, 12)), body: this.#buffer.subarray(headEnd + 4, end) };
    this.#buffer = this.#buffer.subarray(end);
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.resolve(answer);
  }
}

const isChunked = (head: string) => /\r\ntransfer-encoding: chunked/i.test(head);
const contentLength = (head: string) => Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);

/** Returns the end of a body in chunks, or undefined while it is incomplete. */
function chunkedEnd(buffer: Buffer, start: number): number | undefined {
  const last = '0\r\n\r\n';
  const isComplete = buffer.toString('latin1', Math.max(start, buffer.length - last.length)) === last;
  return isComplete ? buffer.length : undefined;
}

/**
 * Returns the text of a request, so that it is built once. The header `x-refusal-status: http` makes the
 * server answer refusals with their HTTP status, so that failures can be counted.
 */
export function requestText(
  method: 'GET' | 'POST',
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = Object.entries({ host: '127.0.0.1', 'x-refusal-status': 'http', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  if (method === 'POST') {
    lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(text)}`);
  }
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${text}`;
}
