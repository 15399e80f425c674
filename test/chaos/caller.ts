import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Attempt } from './met.ts';

/** An action that the portal has said yes to. */
export interface Acknowledged {
  key: string;
  account: string;
  /** The call, and of the handler bar its operation. */
  what: string;
  orderId: string;
  text: string;
  /** When it was sent for the first time and when the yes came. */
  askedAt: number;
  answeredAt: number;
}

export interface Tally {
  acknowledged: Acknowledged[];
  /**
   * Sent again with the same key because no answer came, or one of 5xx, or because another caller was first.
   */
  repeated: number;
  /** Sent again although it was answered; each must get the same bytes. */
  duplicated: number;
  unlike: string[];
  refused: string[];
  /** The number of times each status came; 0 where the line broke or nothing came in time. */
  statuses: Map<number, number>;
  /** Every try, from which the effect of each fault is derived. */
  attempts: Attempt[];
}

export function newTally(): Tally {
  return {
    acknowledged: [],
    repeated: 0,
    duplicated: 0,
    unlike: [],
    refused: [],
    statuses: new Map(),
    attempts: [],
  };
}

const attemptMs = 15_000;
const patienceMs = 180_000;
const pauseMs = 150;
/** Every so manieth answered action is sent once more. */
const duplicateEvery = 9;

interface Answer {
  status: number;
  text: string;
  bytes: Buffer;
}

/** Checks that the answer holds only for the moment: the caller tries again with the same key. */
function isPassing({ status, text }: Answer): boolean {
  if (status >= 500 || status === 429 || status === 408) return true;
  // Another caller was first three times, or the first try of this very request still runs.
  return status === 409 && /"errcode":(40923|40902)\b/.test(text);
}

/** Opens the caller of every user at the keyboard, over HTTP, through all that happens to the portal. */
export function openCaller(address: string, tally: Tally) {
  const tokens = new Map<string, string>();

  async function once(path: string, init: RequestInit): Promise<Answer | undefined> {
    const askedAt = performance.now();
    const count = (status: number) => {
      tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
      tally.attempts.push({ askedAt, endedAt: performance.now(), status });
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
  async function insist(path: string, init: RequestInit): Promise<Answer> {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const answer = await once(path, init);
      if (answer && !isPassing(answer)) return answer;
      if (Date.now() > deadline) throw new Error(`${path} had no answer in time: ${answer?.text ?? ''}`);
      tally.repeated += 1;
      await wait(pauseMs * (0.5 + Math.random()));
    }
  }

  async function signIn(account: string, password: string): Promise<void> {
    const picture = JSON.parse((await insist('/sys/captcha', {})).text) as { data: { captchaToken: string } };
    const answer = await insist('/login', {
      method: 'POST',
      body: new URLSearchParams({
        username: account,
        password,
        verifyCode: 'A7K3',
        captchaToken: picture.data.captchaToken,
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
    const answer = await insist(path, { headers: headersOf(account) });
    const body = JSON.parse(answer.text) as { errcode: number; data: T };
    if (body.errcode !== 0) throw new Error(`${account} ${path}: ${answer.text.slice(0, 200)}`);
    return body.data;
  }

  /** Sends one action of one person: with one key until it is answered, and now and then once more. */
  async function act<T>(account: string, what: string, path: string, body: object, orderId = ''): Promise<T> {
    const key = randomUUID();
    const init = {
      method: 'POST',
      headers: { ...headersOf(account), 'idempotency-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const askedAt = performance.now();
    const answer = await insist(path, init);
    const said = JSON.parse(answer.text) as { errcode: number; data: T };
    if (said.errcode !== 0) {
      tally.refused.push(`${account} ${what}: ${answer.text.slice(0, 300)}`);
      throw new Refused();
    }
    const done = { key, account, what, orderId, text: answer.text, askedAt, answeredAt: performance.now() };
    tally.acknowledged.push(done);
    if (tally.acknowledged.length % duplicateEvery === 0) {
      tally.duplicated += 2;
      for (const again of await Promise.all([insist(path, init), insist(path, init)])) {
        if (again.text !== answer.text) tally.unlike.push(`${what}: ${again.text.slice(0, 200)}`);
      }
    }
    return said.data;
  }

  return { signIn, read, act, insist, headersOf };
}

export type Caller = ReturnType<typeof openCaller>;

/** Refusal of the portal: the tally has the reason, and the order is left as it is. */
export class Refused extends Error {}
