import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Attempt } from './fault-effects.ts';

/** An action that the portal has acknowledged. */
export interface AcknowledgedAction {
  key: string;
  account: string;
  /** The call; for the handler bar, its operation. */
  call: string;
  orderId: string;
  text: string;
  /** The time when it was first sent, and the time of the acknowledgement. */
  sentAt: number;
  answeredAt: number;
}

export interface Tally {
  acknowledged: AcknowledgedAction[];
  /**
   * How often it was sent again with the same key, because of no answer, a 5xx, or because another caller was
   * first.
   */
  repeated: number;
  /** How often it was sent again although it was answered; each must get the same bytes. */
  repeatedAfterAnswer: number;
  differentRepetitions: string[];
  refused: string[];
  /** How often each status was received; 0 if the connection broke or timed out. */
  statuses: Map<number, number>;
  /** Every attempt, from which the effect of each fault is computed. */
  attempts: Attempt[];
}

export function newTally(): Tally {
  return {
    acknowledged: [],
    repeated: 0,
    repeatedAfterAnswer: 0,
    differentRepetitions: [],
    refused: [],
    statuses: new Map(),
    attempts: [],
  };
}

const attemptMs = 15_000;
const maxWaitMs = 600_000;
const pauseMs = 150;
/** Every n-th answered action is sent once more. */
const duplicateEvery = 9;

interface Answer {
  status: number;
  text: string;
  bytes: Buffer;
}

/** Checks whether the failure is temporary: the caller tries again with the same key. */
function isTemporary({ status, text }: Answer): boolean {
  if (status >= 500 || status === 429 || status === 408) return true;
  // Another caller was first three times, or the first attempt of this request is still running.
  return status === 409 && /"errcode":(40923|40902)\b/.test(text);
}

/** Creates the HTTP client of all simulated users, which continues through all faults of the portal. */
export function openCaller(address: string, tally: Tally) {
  const tokens = new Map<string, string>();

  async function sendOnce(path: string, init: RequestInit): Promise<Answer | undefined> {
    const sentAt = performance.now();
    const count = (status: number) => {
      tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
      tally.attempts.push({ sentAt, endedAt: performance.now(), status });
    };
    try {
      const answer = await fetch(address + path, { ...init, signal: AbortSignal.timeout(attemptMs) });
      const bytes = Buffer.from(await answer.arrayBuffer());
      count(answer.status);
      return { status: answer.status, text: bytes.toString(), bytes };
    } catch {
      count(0);
      return undefined;
    }
  }

  /** Sends a request until there is an answer that is not temporary. */
  async function sendUntilAnswered(path: string, init: RequestInit): Promise<Answer> {
    const deadline = Date.now() + maxWaitMs;
    for (;;) {
      const answer = await sendOnce(path, init);
      if (answer && !isTemporary(answer)) return answer;
      if (Date.now() > deadline) throw new Error(`${path} did not answer in time: ${answer?.text ?? ''}`);
      tally.repeated += 1;
      await wait(pauseMs * (0.5 + Math.random()));
    }
  }

  async function signIn(account: string, password: string): Promise<void> {
    const captcha = JSON.parse((await sendUntilAnswered('/sys/captcha', {})).text) as {
      data: { captchaToken: string };
    };
    const answer = await sendUntilAnswered('/login', {
      method: 'POST',
      body: new URLSearchParams({
        username: account,
        password,
        verifyCode: 'A7K3',
        captchaToken: captcha.data.captchaToken,
      }),
    });
    const { data, errmsg } = JSON.parse(answer.text) as { data?: { accessToken: string }; errmsg?: string };
    if (!data) throw new Error(`${account} cannot sign in: ${errmsg}`);
    tokens.set(account, data.accessToken);
  }

  const headersOf = (account: string) => ({
    'x-refusal-status': 'http',
    'x-access-token': tokens.get(account) ?? '',
  });

  async function read<T>(account: string, path: string): Promise<T> {
    const answer = await sendUntilAnswered(path, { headers: headersOf(account) });
    const body = JSON.parse(answer.text) as { errcode: number; data: T };
    if (body.errcode !== 0) throw new Error(`${account} ${path}: ${answer.text.slice(0, 200)}`);
    return body.data;
  }

  /** Sends one action of one person with one key until it is answered, and sometimes once more. */
  async function act<T>(account: string, call: string, path: string, body: object, orderId = ''): Promise<T> {
    const key = randomUUID();
    const init = {
      method: 'POST',
      headers: { ...headersOf(account), 'idempotency-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const sentAt = performance.now();
    const answer = await sendUntilAnswered(path, init);
    const envelope = JSON.parse(answer.text) as { errcode: number; data: T };
    if (envelope.errcode !== 0) {
      tally.refused.push(`${account} ${call}: ${answer.text.slice(0, 300)}`);
      throw new Refused();
    }
    const done = { key, account, call, orderId, text: answer.text, sentAt, answeredAt: performance.now() };
    tally.acknowledged.push(done);
    if (tally.acknowledged.length % duplicateEvery === 0) {
      tally.repeatedAfterAnswer += 2;
      for (const repetition of await Promise.all([
        sendUntilAnswered(path, init),
        sendUntilAnswered(path, init),
      ])) {
        if (repetition.text !== answer.text)
          tally.differentRepetitions.push(`${call}: ${repetition.text.slice(0, 200)}`);
      }
    }
    return envelope.data;
  }

  return { signIn, read, act, sendUntilAnswered, headersOf };
}

export type Caller = ReturnType<typeof openCaller>;

/** A refusal by the portal: the tally has the reason, and the order is not continued. */
export class Refused extends Error {}
