import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSignedBy, type SigningAccount, signedHeaders } from '#server/adapters/gateways/signed-request.ts';

export const expressAccount: SigningAccount = { appId: 'banjian', secret: 'stub-secret-9' };

/** A row as EMS sends it; the time is Chinese time. */
export interface EmsRow {
  mailnum: string;
  procdate: string;
  proctime: string;
  action: string;
  orgfullname?: string;
  description?: string;
  effect?: string;
  [more: string]: string | undefined;
}

export interface ExpressStub {
  origin: string;
  /** Answers to the next requests for a pickup or for tracks; `well` after the last one. */
  behaviours: ('well' | '500' | 'refuses' | 'accepts and answers 500' | 'nonsense')[];
  /** Rows that a query returns. */
  rows: EmsRow[];
  /** Ids of the orders that were accepted, each once, with their numbers. */
  accepted: Map<string, string>;
  /** The bodies of all requests for a pickup. */
  orders: Record<string, unknown>[];
  wrongSignatures: number;
  close(): Promise<void>;
}

/** Starts a carrier on this machine that checks signatures and recognises the id of a repeated order. */
export async function openExpressStub(now: () => Date): Promise<ExpressStub> {
  const answerTo = (path: string, content: Record<string, unknown>): [number, string] => {
    const behaviour = stub.behaviours.shift() ?? 'well';
    if (behaviour === '500') return [500, ''];
    if (behaviour === 'nonsense') return [200, '<html>'];
    if (behaviour === 'refuses')
      return [200, JSON.stringify({ success: '0', remark: '收件地址超出服务范围' })];
    if (path === '/express/tracks') {
      const rows = stub.rows.filter(({ mailnum }) => mailnum === content.mailnum);
      return [200, JSON.stringify({ success: '1', listexpressmail: rows })];
    }
    const id = String(content.orderid);
    stub.orders.push(content);
    const mailNum = stub.accepted.get(id) ?? `10350000000${String(stub.accepted.size + 10)}`;
    stub.accepted.set(id, mailNum);
    if (behaviour === 'accepts and answers 500') return [500, ''];
    return [200, JSON.stringify({ success: '1', mailnum: mailNum, remark: '' })];
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const path = request.url ?? '';
    if (!isSignedBy(expressAccount, { method: 'POST', path, body }, request.headers, now())) {
      stub.wrongSignatures += 1;
      response.writeHead(403).end();
      return;
    }
    const [status, text] = answerTo(path, JSON.parse(body.toString()) as Record<string, unknown>);
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stub: ExpressStub = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behaviours: [],
    rows: [],
    accepted: new Map(),
    orders: [],
    wrongSignatures: 0,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return stub;
}

/** Returns a pushed message as the carrier sends it: the bytes and their signature. */
export function signedPush(rows: readonly unknown[], at: Date, account = expressAccount) {
  const payload = JSON.stringify({ listexpressmail: rows });
  const request = { method: 'POST', path: '/api/express/pushes', body: payload } as const;
  return { payload, headers: signedHeaders(account, request, at) };
}
