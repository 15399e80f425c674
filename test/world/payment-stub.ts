import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign, verify } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Behaviour of the stub at one request; `well` if none is set. */
export type PaymentStubBehaviour =
  | 'well'
  | 'drops'
  | 'does and drops'
  | 'busy'
  | 'answers unsigned'
  | 'signs with another key'
  | 'signs another answer'
  | 'refuses';

interface StubTrade {
  outNo: string;
  amount: number;
  state: 'waiting' | 'paid' | 'closed';
  paid: number;
  currency: string;
  merchantId: string;
  transactionId: string;
  paidAt: string;
}

interface StubRefund {
  refundNo: string;
  outNo: string;
  amount: number;
  state: 'pending' | 'done' | 'abnormal' | 'closed';
  refundId: string;
  doneAt: string;
}

export interface StubNotice {
  body: string;
  headers: Record<string, string>;
}

/** A payment gateway on this machine, written from the protocol of docs/decisions/0235 and not from our client. */
export interface PaymentStub {
  /** Settings of a portal that uses the stub. */
  settings: NodeJS.ProcessEnv;
  merchantId: string;
  trades: Map<string, StubTrade>;
  refunds: Map<string, StubRefund>;
  /** Behaviour of the next requests of an operation, such as `trades/open`. */
  behaviours: { operation: string; behaviour: PaymentStubBehaviour }[];
  /** Operation and number of each request. */
  requests: string[];
  wrongSignatures: number;
  /** Rows of the bill, instead of those of the trades and refunds. */
  bill: object[] | undefined;
  billCount: number | undefined;
  /** Lets the payer pay, even a closed code. */
  pay(outNo: string, values?: Partial<StubTrade>): void;
  endRefund(refundNo: string, state: StubRefund['state'], amount?: number): void;
  /** Returns a signed notice; parts of it may be wrong. */
  noticeOf(
    content: Record<string, unknown>,
    wrong?: { timestamp?: number; key?: KeyObject; header?: Record<string, string>; signedBody?: string },
  ): StubNotice;
  /** Returns the headers of a notice with this text, rightly signed. */
  headersOf(body: string): Record<string, string>;
  payNotice(outNo: string, values?: Record<string, unknown>): StubNotice;
  otherKey: KeyObject;
  now: () => Date;
  close(): Promise<void>;
}

const portalKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const gatewayKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const otherKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });

function textToSign(
  kind: string,
  subject: string,
  merchant: string,
  timestamp: string,
  nonce: string,
  body: string,
) {
  const digest = createHash('sha256').update(body, 'utf8').digest('hex');
  return Buffer.from(`${kind}\n${subject}\n${merchant}\n${timestamp}\n${nonce}\n${digest}\n`, 'utf8');
}

export async function openPaymentStub(now: () => Date): Promise<PaymentStub> {
  const folder = mkdtempSync(join(tmpdir(), 'banjian-pay-'));
  const privateKeyPath = join(folder, 'portal.pem');
  const gatewayKeyPath = join(folder, 'gateway.pem');
  writeFileSync(privateKeyPath, portalKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }), {
    mode: 0o600,
  });
  writeFileSync(gatewayKeyPath, gatewayKeys.publicKey.export({ type: 'spki', format: 'pem' }));
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => void parts.push(part));
    request.on('end', () => answer(stub, request, response, Buffer.concat(parts).toString('utf8')));
  });
  const stub: PaymentStub = {
    settings: {},
    merchantId: 'M-330127',
    trades: new Map(),
    refunds: new Map(),
    behaviours: [],
    requests: [],
    wrongSignatures: 0,
    bill: undefined,
    billCount: undefined,
    otherKey: otherKeys.privateKey,
    now,
    pay(outNo, values = {}) {
      const trade = stub.trades.get(outNo);
      if (!trade) throw new Error(`There is no code ${outNo}`);
      const paidAt = stub.now().toISOString();
      stub.trades.set(outNo, { ...trade, state: 'paid', paid: trade.amount, paidAt, ...values });
    },
    endRefund(refundNo, state, amount) {
      const refund = stub.refunds.get(refundNo);
      if (!refund) throw new Error(`There is no refund ${refundNo}`);
      const doneAt = stub.now().toISOString();
      stub.refunds.set(refundNo, { ...refund, state, doneAt, amount: amount ?? refund.amount });
    },
    noticeOf(content, { timestamp, key = gatewayKeys.privateKey, header = {}, signedBody } = {}) {
      const body = JSON.stringify({ merchantId: stub.merchantId, noticeId: randomUUID(), ...content });
      const seconds = String(timestamp ?? Math.floor(stub.now().getTime() / 1000));
      const nonce = randomUUID();
      const text = textToSign('NOTICE', '', stub.merchantId, seconds, nonce, signedBody ?? body);
      return {
        body,
        headers: {
          'x-merchant-id': stub.merchantId,
          'x-timestamp': seconds,
          'x-nonce': nonce,
          'x-signature': sign('sha256', text, key).toString('base64'),
          ...header,
        },
      };
    },
    headersOf: (body) => stub.noticeOf({}, { signedBody: body }).headers,
    payNotice(outNo, values = {}) {
      const transactionId = stub.trades.get(outNo)?.transactionId ?? 'T-unknown';
      return stub.noticeOf({ subject: 'pay', outNo, transactionId, state: 'paid', ...values });
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stub.settings = {
    PAYMENT_PROVIDER: 'http',
    PAYMENT_ORIGIN: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    PAYMENT_PATH: '/pay/v1',
    PAYMENT_MERCHANT_ID: stub.merchantId,
    PAYMENT_PRIVATE_KEY: privateKeyPath,
    PAYMENT_GATEWAY_KEY: gatewayKeyPath,
    PORTAL_TRACE_NETWORKS: '127.0.0.0/8',
  };
  return stub;
}

function answer(stub: PaymentStub, request: IncomingMessage, response: ServerResponse, body: string): void {
  const operation = (request.url ?? '').replace('/pay/v1/', '');
  stub.requests.push(`${operation} ${numberIn(body)}`);
  const index = stub.behaviours.findIndex((one) => one.operation === operation);
  const behaviour = index < 0 ? 'well' : (stub.behaviours.splice(index, 1)[0]?.behaviour ?? 'well');
  if (behaviour === 'drops') return void request.socket.destroy();
  const headerOf = (name: string) => String(request.headers[name] ?? '');
  const isSigned = verify(
    'sha256',
    textToSign(
      'REQUEST',
      request.url ?? '',
      stub.merchantId,
      headerOf('x-timestamp'),
      headerOf('x-nonce'),
      body,
    ),
    portalKeys.publicKey,
    Buffer.from(headerOf('x-signature'), 'base64'),
  );
  if (!isSigned) {
    stub.wrongSignatures += 1;
    return void response.writeHead(401).end('{}');
  }
  const result =
    behaviour === 'busy'
      ? { code: 'BUSY' }
      : behaviour === 'refuses'
        ? { code: 'NOT_ALLOWED' }
        : perform(stub, operation, JSON.parse(body) as Record<string, unknown>);
  if (behaviour === 'does and drops') return void request.socket.destroy();
  const text = JSON.stringify(result);
  const timestamp = String(Math.floor(stub.now().getTime() / 1000));
  const nonce = randomUUID();
  const subject = behaviour === 'signs another answer' ? randomUUID() : headerOf('x-nonce');
  const key = behaviour === 'signs with another key' ? otherKeys.privateKey : gatewayKeys.privateKey;
  const signature = sign(
    'sha256',
    textToSign('ANSWER', subject, stub.merchantId, timestamp, nonce, text),
    key,
  ).toString('base64');
  response.writeHead(200, {
    'content-type': 'application/json',
    ...(behaviour !== 'answers unsigned' && {
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': signature,
    }),
  });
  response.end(text);
}

/** Returns the number of the code or refund that a request is about. */
function numberIn(body: string): string {
  const { refundNo, outNo } = JSON.parse(body) as { refundNo?: string; outNo?: string };
  return refundNo ?? outNo ?? '';
}

function perform(stub: PaymentStub, operation: string, body: Record<string, unknown>): object {
  const { outNo, refundNo, amount } = body as { outNo: string; refundNo: string; amount: number };
  const trade = stub.trades.get(outNo);
  const refund = stub.refunds.get(refundNo);
  const ok = (data: object = {}) => ({ code: 'OK', data });
  switch (operation) {
    case 'trades/open': {
      const { expiresAt, currency } = body as { expiresAt: string; currency: string };
      if (!trade)
        stub.trades.set(outNo, {
          outNo,
          amount,
          state: 'waiting',
          paid: 0,
          currency,
          merchantId: stub.merchantId,
          transactionId: `T-${randomUUID()}`,
          paidAt: '',
        });
      return ok({ qrText: `https://pay.example.gov.cn/${outNo}`, expiresAt });
    }
    case 'trades/query':
      return ok(trade ? { ...trade, amount: trade.paid } : { outNo, state: 'missing' });
    case 'trades/close':
      if (trade?.state === 'waiting') trade.state = 'closed';
      return ok();
    case 'refunds/create': {
      if (trade?.state !== 'paid') return { code: 'NOT_PAID' };
      const taken = [...stub.refunds.values()].filter((one) => one.outNo === outNo && one.state !== 'closed');
      const sum = taken.reduce((total, one) => total + one.amount, 0);
      if (!refund && sum + amount > trade.paid) return { code: 'NOT_ENOUGH' };
      const added = {
        refundNo,
        outNo,
        amount,
        state: 'pending' as const,
        refundId: `R-${randomUUID()}`,
        doneAt: '',
      };
      if (!refund) stub.refunds.set(refundNo, added);
      return ok(stub.refunds.get(refundNo));
    }
    case 'refunds/query':
      return ok(refund ?? { refundNo, state: 'missing' });
    case 'bills/download':
      return billOf(stub);
    default:
      return { code: 'NOT_FOUND' };
  }
}

const yuan = (fen: number) => (fen / 100).toFixed(2);

function billOf(stub: PaymentStub): object {
  const lines = stub.bill ?? [
    ...[...stub.trades.values()]
      .filter(({ state }) => state === 'paid')
      .map(({ outNo, transactionId, paid, paidAt }) => ({
        type: 'pay',
        outNo,
        transactionId,
        amount: yuan(paid),
        at: paidAt,
      })),
    ...[...stub.refunds.values()]
      .filter(({ state }) => state === 'done')
      .map((refund) => ({
        type: 'refund',
        outNo: refund.refundNo,
        transactionId: refund.refundId,
        amount: yuan(refund.amount),
        at: refund.doneAt,
      })),
  ];
  const sumOf = (type: string) =>
    yuan(
      (lines as { type: string; amount: string }[])
        .filter((line) => line.type === type)
        .reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0),
    );
  const count = stub.billCount ?? lines.length;
  return { code: 'OK', data: { lines, count, paid: sumOf('pay'), refunded: sumOf('refund') } };
}
