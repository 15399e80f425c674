import { connect } from 'node:net';

/** One answer as received. */
export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
}

export interface RawConnection {
  /** Returns everything received until the server closed the connection. */
  answers(): Promise<RawResponse[]>;
  write(bytes: string | Buffer): void;
  /** Aborts the connection, as a closed browser does. */
  reset(): void;
}

/** Sends bytes to a listening portal that no client library would send. */
export function openRawConnection(address: string, ...packets: (string | Buffer)[]): RawConnection {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A server may close while we still write; what it sent before that counts.
  socket.on('error', () => undefined);
  const closing = new Promise<void>((resolve) => {
    socket.once('end', () => {
      socket.destroy();
      resolve();
    });
    socket.once('close', () => resolve());
  });
  for (const packet of packets) socket.write(packet);
  return {
    write: (bytes) => void socket.write(bytes),
    reset: () => void socket.resetAndDestroy(),
    answers: async () => {
      await closing;
      return readAnswers(Buffer.concat(chunks));
    },
  };
}

function readAnswers(bytes: Buffer): RawResponse[] {
  const answers: RawResponse[] = [];
  let remaining = bytes;
  while (remaining.length > 0) {
    const end = remaining.indexOf('\r\n\r\n');
    const [first = '', ...lines] = remaining.subarray(0, end).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
    if (end < 0 || Number.isNaN(status))
      throw new Error(`An HTTP answer cannot begin with: ${remaining.subarray(0, 200)}`);
    const headers = Object.fromEntries(
      lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    ) as Record<string, string>;
    const start = end + 4;
    const length = Number(headers['content-length'] ?? 0);
    const text = remaining.subarray(start, start + length).toString('utf8');
    if (Buffer.byteLength(text) !== length) throw new Error(`An HTTP answer is incomplete: ${text}`);
    answers.push({ status, headers, text });
    remaining = remaining.subarray(start + length);
  }
  return answers;
}
