import { randomUUID } from 'node:crypto';
import { TransactionType } from '#domain/enumerations/payment.ts';
import type { RefundReport, TryReport } from '#domain/payments/ledger.ts';
import { paymentLimits } from '#domain/payments/limits.ts';
import { isFen, parseYuan } from '#domain/payments/money.ts';
import type { BillLine } from '#domain/payments/reconcile.ts';
import {
  type RemoteCaller,
  type RemoteInterfaces,
  remoteCallers,
} from '#server/adapters/gateways/remote-interface/remote-interface.ts';
import type { PaymentConfig } from '#server/kernel/config/payments.ts';
import { readObject } from '../read-object.ts';
import type { GatewayAnswer, PaymentGateway, PaymentNotice, RawNotice } from './gateway.ts';
import { problemOfSignature, signParts } from './signature.ts';

type HttpPayment = Extract<PaymentConfig, { kind: 'http' }>;
type Json = Record<string, unknown>;

/** Thrown by the readers below for an answer that does not have its documented form. */
class UnreadableAnswerError extends Error {}

/**
 * Creates a gateway on signed HTTP (docs/decisions/0235): every request, answer and notice is signed with RSA, and an
 * answer without a valid signature counts as none. Amounts are fen; those of the bill are yuan with two decimals.
 */
export function createSignedHttpPayments(
  config: HttpPayment,
  interfaces: Pick<RemoteInterfaces, 'exchange'>,
  now: () => Date,
): PaymentGateway {
  const { merchantId } = config;

  async function call<Value>(
    operation: string,
    content: Json,
    read: (data: Json) => Value,
    caller: RemoteCaller = remoteCallers.payment,
  ): Promise<GatewayAnswer<Value>> {
    const path = `${config.path}/${operation}`;
    const body = JSON.stringify({ merchantId, ...content });
    const nonce = randomUUID();
    const timestamp = String(Math.floor(now().getTime() / 1000));
    const parts = { kind: 'REQUEST', subject: path, merchantId, timestamp, nonce, body } as const;
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      'x-merchant-id': merchantId,
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': signParts(parts, config.privateKey),
    };
    const url = config.origin + path;
    const response = await interfaces.exchange({ method: 'POST', url, headers, body }, caller);
    if ('fault' in response) return { kind: 'unknown', fault: response.fault };
    const headerOf = (name: string) => String(response.headers[name] ?? '');
    const problem = problemOfSignature(
      {
        kind: 'ANSWER',
        subject: nonce,
        merchantId,
        timestamp: headerOf('x-timestamp'),
        nonce: headerOf('x-nonce'),
        signature: headerOf('x-signature'),
        body: response.bytes,
      },
      config.gatewayKey,
      now(),
    );
    if (problem !== undefined) return { kind: 'unknown', fault: `answer-${problem}` };
    const json = readObject(response.bytes.toString('utf8'));
    if (!json || typeof json.code !== 'string') return { kind: 'unknown', fault: 'answer-unreadable' };
    if (json.code === 'BUSY' || response.status >= 500) return { kind: 'unknown', fault: 'gateway-busy' };
    if (json.code !== 'OK') return { kind: 'refused', fault: storable(json.code) };
    try {
      return { kind: 'answered', value: read(objectOf(json.data)) };
    } catch (error) {
      if (error instanceof UnreadableAnswerError) return { kind: 'unknown', fault: 'answer-unreadable' };
      throw error;
    }
  }

  return {
    name: 'http',
    isSimulated: false,
    merchantId,
    openTry: ({ outNo, amount, description, expiresAt }) =>
      call('trades/open', { outNo, amount, currency: 'CNY', description, expiresAt }, (data) => ({
        qrText: textOf(data.qrText, 1000),
        expiresAt: instantOf(data.expiresAt),
      })),
    queryTry: (outNo) => call('trades/query', { outNo }, (data) => readTry(data, outNo)),
    closeTry: (outNo) => call('trades/close', { outNo }, () => null),
    refund: ({ outNo, refundNo, amount, total, reason }) =>
      call('refunds/create', { outNo, refundNo, amount, total, reason }, (data) =>
        readRefund(data, refundNo),
      ),
    queryRefund: (refundNo) => call('refunds/query', { refundNo }, (data) => readRefund(data, refundNo)),
    readBill: (day) => call('bills/download', { day }, readBill, remoteCallers.bill),
    readNotice: (notice) => readNotice(config, notice, now()),
  };
}

function readNotice(
  { merchantId, gatewayKey }: HttpPayment,
  { headers, body }: RawNotice,
  now: Date,
): PaymentNotice | { fault: string } {
  if (headers['x-merchant-id'] !== merchantId) return { fault: 'other-merchant' };
  const problem = problemOfSignature(
    {
      kind: 'NOTICE',
      subject: '',
      merchantId,
      timestamp: headers['x-timestamp'] ?? '',
      nonce: headers['x-nonce'] ?? '',
      signature: headers['x-signature'] ?? '',
      body,
    },
    gatewayKey,
    now,
  );
  if (problem !== undefined) return { fault: problem };
  return readNoticeContent(body, merchantId);
}

/** Returns the content of a notice whose signature was checked; notices of both gateways have the same form. */
export function readNoticeContent(body: string, merchantId: string): PaymentNotice | { fault: string } {
  const json = readObject(body);
  if (!json) return { fault: 'notice-unreadable' };
  if (json.merchantId !== merchantId) return { fault: 'other-merchant' };
  try {
    const subject = json.subject === 'refund' ? 'refund' : 'pay';
    if (json.subject !== subject) return { fault: 'notice-unreadable' };
    return {
      noticeId: textOf(json.noticeId, 100),
      subject,
      outNo: textOf(json.outNo, 64),
      transactionId: textOf(json.transactionId, 100),
      state: textOf(json.state, 40),
    };
  } catch (error) {
    if (error instanceof UnreadableAnswerError) return { fault: 'notice-unreadable' };
    throw error;
  }
}

const tryStates = ['waiting', 'paid', 'closed', 'missing'] as const;
const refundStates = ['pending', 'done', 'abnormal', 'closed', 'missing'] as const;

function readTry(data: Json, outNo: string): TryReport {
  if (data.outNo !== outNo) throw new UnreadableAnswerError();
  const state = choiceOf(data.state, tryStates);
  const isPaid = state === 'paid';
  return {
    state,
    amount: isPaid ? fenOf(data.amount) : 0,
    currency: isPaid ? textOf(data.currency, 10) : '',
    merchantId: isPaid ? textOf(data.merchantId, 100) : '',
    transactionId: isPaid ? textOf(data.transactionId, 100) : '',
    paidAt: isPaid ? instantOf(data.paidAt) : null,
  };
}

function readRefund(data: Json, refundNo: string): RefundReport {
  if (data.refundNo !== refundNo) throw new UnreadableAnswerError();
  const state = choiceOf(data.state, refundStates);
  const isMissing = state === 'missing';
  return {
    state,
    amount: isMissing ? 0 : fenOf(data.amount),
    refundId: isMissing ? '' : textOf(data.refundId, 100),
    doneAt: state === 'done' ? instantOf(data.doneAt) : null,
  };
}

/** Reads a bill and compares it with the number and the sums that it names: a shortened bill is refused. */
function readBill(data: Json): BillLine[] {
  if (!Array.isArray(data.lines) || data.lines.length > paymentLimits.billLines)
    throw new UnreadableAnswerError();
  const lines = data.lines.map((line): BillLine => {
    const { type, outNo, transactionId, amount, at } = objectOf(line);
    return {
      type: choiceOf(type, Object.values(TransactionType)),
      outNo: textOf(outNo, 64),
      transactionId: textOf(transactionId, 100),
      amount: yuanOf(amount),
      at: instantOf(at),
    };
  });
  const sumOf = (type: TransactionType) =>
    lines.reduce((sum, line) => sum + (line.type === type ? line.amount : 0), 0);
  const isWhole =
    data.count === lines.length &&
    yuanOf(data.paid) === sumOf(TransactionType.pay) &&
    yuanOf(data.refunded) === sumOf(TransactionType.refund);
  if (!isWhole) throw new UnreadableAnswerError();
  return lines;
}

function objectOf(value: unknown): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw new UnreadableAnswerError();
}

function textOf(value: unknown, maxLength: number): string {
  const isText = typeof value === 'string' && value !== '' && value.length <= maxLength;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be stored.
  if (isText && !/[\u0000-\u001f]/.test(value) && value.isWellFormed()) return value;
  throw new UnreadableAnswerError();
}

function choiceOf<Choice extends string>(value: unknown, choices: readonly Choice[]): Choice {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new UnreadableAnswerError();
  return found;
}

function fenOf(value: unknown): number {
  if (isFen(value)) return value;
  throw new UnreadableAnswerError();
}

function yuanOf(value: unknown): number {
  const parsed = parseYuan(typeof value === 'string' ? value : '');
  if ('fen' in parsed) return parsed.fen;
  throw new UnreadableAnswerError();
}

function instantOf(value: unknown): Date {
  const text =
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]{8,15}(?:Z|[+-]\d{2}:\d{2})$/.test(value);
  const instant = text ? new Date(value) : undefined;
  if (instant === undefined || Number.isNaN(instant.getTime())) throw new UnreadableAnswerError();
  return instant;
}

/** Returns a gateway's code for storage: only its name, without anything that it may quote. */
function storable(code: string): string {
  return /^[\w.-]{1,80}$/.test(code) ? code : 'unnamed';
}
