import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { createRandom, type Random } from '#server/seeds/demo/random.ts';
import { type FuzzRequest, makeRequest, type RequestSources } from './requests.ts';
import { type Kind, kinds } from './world.ts';

/** The parts of the test office that a run needs for its calls. */
export interface FuzzWorld {
  fastify: Pick<FastifyInstance, 'inject'>;
  calls: readonly Endpoint[];
  /**
   * Returns a person of the kind, and values that such a person would send; called each time, because calls
   * change the world.
   */
  prepare(
    endpoint: Endpoint,
    kind: Kind,
    random: Random,
  ): Promise<RequestSources & { account: string; token: string }>;
  /** Returns the log's text about a call that failed. */
  explain?(requestId: string): string;
}

export interface FuzzOptions {
  seed: number;
  requests: number;
}

export interface FuzzReport {
  requests: number;
  /** Requests that match the call's schema and passed the checks of session and permission. */
  reached: number;
  /**
   * Requests that passed the checks of session and permission. Most calls are only for few people, so
   * `reached` is compared with this.
   */
  admitted: number;
  /** Wrong answers, each as one line that can be sent again. */
  failures: string[];
  /** Answers by call and status. */
  answers: Map<string, Map<number, number>>;
  /** How often each call was made by each kind of person. */
  callCounts: Map<string, number>;
}

/** Makes every call as every kind of person, equally often and in mixed order, and checks each answer. */
export async function runFuzz(world: FuzzWorld, { seed, requests }: FuzzOptions): Promise<FuzzReport> {
  const random = createRandom(seed);
  const report: FuzzReport = {
    requests: 0,
    reached: 0,
    admitted: 0,
    failures: [],
    answers: new Map(),
    callCounts: new Map(),
  };
  const pairs = world.calls.flatMap((endpoint) => kinds.map((kind) => ({ endpoint, kind })));
  while (report.requests < requests) {
    for (const { endpoint, kind } of shuffle(pairs, random))
      await sendOne(world, report, random, endpoint, kind);
  }
  return report;
}

async function sendOne(
  world: FuzzWorld,
  report: FuzzReport,
  random: Random,
  endpoint: Endpoint,
  kind: Kind,
): Promise<void> {
  const name = `${endpoint.method} ${endpoint.path}`;
  const person = await world.prepare(endpoint, kind, random);
  const request = makeRequest(endpoint, person, random);
  const headers = {
    'x-refusal-status': 'http',
    ...(person.token && { 'x-access-token': person.token }),
    ...(endpoint.mutates && { 'idempotency-key': randomUUID() }),
    ...request.headers,
  };
  const answer = await send(world, { ...request, headers });
  report.requests += 1;
  const byStatus = report.answers.get(name) ?? new Map<number, number>();
  report.answers.set(name, byStatus.set(answer.status, (byStatus.get(answer.status) ?? 0) + 1));
  const pair = `${name} as ${kind}`;
  report.callCounts.set(pair, (report.callCounts.get(pair) ?? 0) + 1);
  const isAdmitted = ![401, 403].includes(answer.status);
  if (isAdmitted) report.admitted += 1;
  if (isAdmitted && request.isValid) report.reached += 1;
  const error = findError(endpoint, answer);
  if (error) report.failures.push(`${error}: ${describe(request, person.account)}${answer.reason}`);
}

interface Answer {
  status: number;
  type: string;
  text: string;
  reason: string;
}

async function send(world: FuzzWorld, { method, url, headers, payload }: FuzzRequest): Promise<Answer> {
  try {
    const answer = await world.fastify.inject({
      method: method as 'GET',
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
      payloadAsStream: true,
    });
    const type = String(answer.headers['content-type'] ?? '');
    // A stream of events does not end: only its head is checked.
    if (type.startsWith('text/event-stream')) answer.stream().destroy();
    const text = type.startsWith('application/json')
      ? await readAll(answer.stream())
      : drain(answer.stream());
    const requestId = String(answer.headers['x-request-id'] ?? '');
    const reason = answer.statusCode >= 500 ? ` — ${world.explain?.(requestId) ?? text}` : '';
    return { status: answer.statusCode, type, text, reason };
  } catch (error) {
    return { status: 0, type: '', text: '', reason: ` — ${error}` };
  }
}

async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function drain(stream: NodeJS.ReadableStream): string {
  stream.resume();
  return '';
}

/** Finds an error in an answer, by rules that apply to every request; undefined if there is none. */
function findError(endpoint: Endpoint, { status, type, text }: Answer): string | undefined {
  if (status === 0) return 'no answer';
  if (status >= 500) return `status ${status}`;
  if (endpoint.answer === 'raw' && status === 200) return undefined;
  // A caller that signs its requests is refused in its own form.
  if (endpoint.answer === 'raw' && endpoint.hasSignedBody && status === 403) return undefined;
  if (!type.startsWith('application/json')) return `an answer of ${type || 'no type'} with status ${status}`;
  // HEAD has no body.
  if (text === '') return undefined;
  const body = JSON.parse(text) as { errcode?: unknown; errmsg?: unknown };
  const isEnvelope =
    status === 200 ? body.errcode === 0 : Number(body.errcode) > 0 && typeof body.errmsg === 'string';
  return isEnvelope ? undefined : `status ${status} outside the envelope (${text.slice(0, 100)})`;
}

function describe({ method, url, headers, payload }: FuzzRequest, account: string): string {
  const body = Buffer.isBuffer(payload) ? `base64:${payload.toString('base64')}` : payload;
  return JSON.stringify({
    as: account,
    method,
    url,
    headers,
    ...(body !== undefined && { body: shorten(body) }),
  });
}

function shorten(text: string): string {
  return text.length <= 1500 ? text : `${text.slice(0, 1500)}… (${text.length} characters)`;
}

function shuffle<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, rank: random.next() }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ item }) => item);
}
