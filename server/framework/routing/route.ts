import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import type { Actor } from '#domain/access/actor.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { type Db, readAtOnce } from '#server/kernel/database/transaction.ts';
import { type Answer, encodeAnswer, isAnswerText } from '#server/kernel/http/envelope.ts';
import { hashRequest } from '#server/kernel/http/idempotency.ts';
import { parseInput } from '#server/kernel/http/input.ts';
import { reserveHits } from '#server/kernel/http/rate-limit.ts';
import { sendJson, sendRefusal } from '#server/kernel/http/replies.ts';
import { type Access, type AccessRule, refusalOfActor } from './access.ts';
import type { CallObserver, CallSubject } from './call-observer.ts';
import { type FormKey, formKeyOf, type WrapField } from './form-key.ts';
import { type OrderReference, readOrderReference } from './order-reference.ts';
import { bodyLimitOf, type PreBodyChecks, refuseBeforeBody } from './pre-body-checks.ts';

/** The person for a token or ticket. */
export interface Identity {
  actor: Actor;
  sessionId: string;
  /** True for a one-time or expired password: only changing it is allowed. */
  mustChangePassword: boolean;
  /** True if it had expired when the session began. */
  passwordExpired: boolean;
  /** True if the unified login identified the person: no password of the portal was used. */
  signedOn: boolean;
  /** Object of a ticket, in addition to its purpose: the file, the order. */
  subject?: string;
}

/** Identifies the caller for routes; the session module provides it, so that HTTP needs no tables. */
export interface CallerIdentification {
  /** Uses the database, or one of its connections that other queries share. */
  byToken(token: string, db?: Db): Promise<Identity | undefined>;
  byTicket(ticket: string, purpose: string): Promise<Identity | undefined>;
}

export interface MountedEndpoint {
  endpoint: Endpoint;
  access: AccessRule;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for calls declared by the contract, not for files, pages and health checks. */
    isCall?: true;
    /** True for a call that returns bytes or a stream instead of the envelope. */
    isRaw?: true;
    /** True for a call whose body is signed, so that its bytes are needed. */
    hasSignedBody?: true;
  }
}

/** App on which modules mount their routes. */
export interface App {
  readonly fastify: FastifyInstance;
  readonly context: Context;
  readonly identify: CallerIdentification;
  /** Receives the result of every call. */
  readonly callObserver: CallObserver;
  /** Every mounted endpoint with its access, for the access test, the contract test and OpenAPI. */
  readonly mounted: MountedEndpoint[];
}

/** One call for its handler: checked input, identified caller, and the data for the audit log. */
export interface Call<E extends Endpoint, A extends Actor | undefined = Actor, O = unknown, T = unknown> {
  readonly endpoint: E;
  readonly params: InputOf<E>['params'];
  readonly query: InputOf<E>['query'];
  readonly body: InputOf<E>['body'];
  readonly actor: A;
  /** Order found by the access of an order call; undefined for every other call. */
  readonly order: O;
  /** The task of that order that the call is about; undefined if there is none. */
  readonly task: T;
  /** The caller of an open call, if the request has a valid token. */
  readonly caller: Identity | undefined;
  /** Empty for an open call without a session. */
  readonly sessionId: string;
  /** Wraps marked form fields of the answer; undefined unless the client asked for it (docs/decisions/0222). */
  readonly wrapField: WrapField | undefined;
  /** Object of the one-time ticket; empty unless the caller used a ticket. */
  readonly ticketSubject: string;
  readonly context: Context;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  /** Hash of the whole input, to distinguish a repeated request from a reused key. */
  readonly requestHash: string;
  readonly ip: string;
  readonly userAgent: string;
  /** Set during the work, when the person that the call is about is found. */
  readonly subject: CallSubject;
  /** For `answer: 'raw'` and multipart only. */
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type ParsedCall<E extends Endpoint, A extends Actor | undefined> = Omit<Call<E, A>, 'order' | 'task'>;

export type Handler<E extends Endpoint, A extends Actor | undefined, O = undefined, T = undefined> = (
  call: Call<E, A, O, T>,
) => Promise<Answer<E>> | Answer<E>;

const idempotencyKeyPattern = /^[\w-]{8,100}$/;

/**
 * Serves one declared call. The access is an argument of the route, so that an open call is visible as such;
 * the handler is one line that calls a service.
 */
export function route<E extends Endpoint, A extends Actor | undefined, O, T>(
  app: App,
  endpoint: E,
  access: Access<A, O, T>,
  handler: Handler<E, A, O, T>,
): void {
  app.mounted.push({ endpoint, access });
  const bodyLimit = bodyLimitOf(endpoint, access);
  const checks: PreBodyChecks = {
    isSignedIn: async (token) => (await app.identify.byToken(token)) !== undefined,
    countCall: async (limits) => {
      const { db, now } = app.context;
      return (await reserveHits(db, limits, now())) !== undefined;
    },
  };
  app.fastify.route({
    method: endpoint.method,
    url: endpoint.path,
    config: {
      isCall: true,
      ...(endpoint.answer === 'raw' && { isRaw: true }),
      ...(endpoint.hasSignedBody && { hasSignedBody: true }),
    },
    ...(bodyLimit !== undefined && { bodyLimit }),
    onRequest: async (request, reply) => {
      const refusal = await refuseBeforeBody(endpoint, access, { request, reply }, checks);
      if (!refusal) return;
      // The body is not read, so the connection cannot serve another request. Multipart bodies are an
      // exception: their senders read the answer only afterwards.
      if (endpoint.encoding !== 'multipart') reply.header('connection', 'close');
      return sendRefusal(reply, refusal);
    },
    handler: async (request, reply) => {
      const input = readInput(endpoint, request);
      const reference = access.finder && !isRefusal(input) ? orderReferenceOf(input) : undefined;
      const { caller, loaded } = await identifyCaller(app, access, request, reference);
      request.staffId = caller?.actor.staffId ?? '';
      const subject: CallSubject = {};
      const formKey = caller && formKeyOf(app.context, request, caller.sessionId);
      const parsed = refusalOfCaller(access, caller) ?? openInput(endpoint, request, input, formKey);
      const answer = isRefusal(parsed)
        ? parsed
        : await withOrder(
            access,
            buildCall<E, A>(app, endpoint, request, reply, parsed, {
              caller,
              subject,
              wrapField: isRefusal(formKey) ? undefined : formKey?.wrap,
            }),
            {
              reference,
              loaded,
              handler,
            },
          );
      const refusal = isRefusal(answer) ? answer : undefined;
      app.callObserver.record({
        endpoint,
        actor: caller?.actor,
        input: { params: request.params, query: request.query, body: request.body },
        refusal,
        subject,
        ip: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
        requestId: request.id,
      });
      if (isRefusal(answer)) return sendRefusal(reply, answer);
      if (endpoint.answer === 'raw') return reply;
      return sendJson(reply, isAnswerText(answer) ? answer.answerText : encodeAnswer(endpoint, answer));
    },
  });
}

interface IdentifiedCall {
  caller: Identity | undefined;
  /** Result of the access's `load`, which runs before the caller is identified. */
  loaded: unknown;
}

async function identifyCaller<A extends Actor | undefined, O, T>(
  app: App,
  { finder, ...rule }: Access<A, O, T>,
  request: FastifyRequest,
  reference: OrderReference | undefined,
): Promise<IdentifiedCall> {
  const token = request.headers['x-access-token'];
  if (typeof token !== 'string' || token === '') {
    return { caller: await identifyByTicket(app, rule, request), loaded: undefined };
  }
  if (!finder?.load || !reference) return { caller: await app.identify.byToken(token), loaded: undefined };
  const [caller, loaded] = await readAtOnce(
    app.context.db,
    (db) => app.identify.byToken(token, db),
    async (db) => finder.load?.(db, reference),
  );
  return { caller, loaded };
}

function orderReferenceOf({ values: { params, query, body } }: ReadInput): OrderReference | undefined {
  return readOrderReference(params, query, body);
}

/**
 * Returns the refusal if this person may not make the call at all; the service then checks the object itself.
 */
function refusalOfCaller(access: AccessRule, caller: Identity | undefined): Refusal | undefined {
  if (access.kind === 'open') return undefined;
  if (!caller) return refuse('notSignedIn');
  if (caller.mustChangePassword && !access.allowsOneTimePassword) return refuse('passwordMustChange');
  return refusalOfActor(access, caller.actor);
}

/** Calls the handler with the order and task named in the input; contradicting names find no order. */
async function withOrder<E extends Endpoint, A extends Actor | undefined, O, T>(
  { finder }: Access<A, O, T>,
  call: ParsedCall<E, A>,
  {
    reference,
    loaded,
    handler,
  }: { reference: OrderReference | undefined; loaded: unknown; handler: Handler<E, A, O, T> },
): Promise<Answer<E> | Refusal> {
  const { actor } = call;
  // An access without a finder has neither: `O` and `T` are undefined.
  if (!finder || !actor) return handler(Object.assign(call, { order: undefined as O, task: undefined as T }));
  if (!reference) return refuse('notFound');
  const found = await finder.find(Object.assign(call, { actor }), reference, loaded);
  return isRefusal(found) || isAnswerText(found) ? found : handler(Object.assign(call, found));
}

async function identifyByTicket(
  app: App,
  access: AccessRule,
  request: FastifyRequest,
): Promise<Identity | undefined> {
  if (access.purpose === undefined) return undefined;
  const ticket = (request.query as Record<string, unknown>).ticket;
  return typeof ticket === 'string' ? app.identify.byTicket(ticket, access.purpose) : undefined;
}

/** Input of a call, unchecked and as read by the contract. */
interface ReadInput {
  unchecked: { params: unknown; query: unknown; body: unknown };
  values: { params: unknown; query: unknown; body: unknown };
  idempotencyKey: string | undefined;
}

/** Returns the input with the form values that the named key wrapped; they are checked like all others. */
function openInput(
  endpoint: Endpoint,
  request: FastifyRequest,
  input: ReadInput | Refusal,
  formKey: FormKey | Refusal | undefined,
): ReadInput | Refusal {
  if (formKey === undefined || isRefusal(input)) return input;
  if (isRefusal(formKey)) return formKey;
  const opened = formKey.openBody(input.unchecked.body);
  return isRefusal(opened) ? opened : readInput(endpoint, request, opened.body);
}

function readInput(
  endpoint: Endpoint,
  request: FastifyRequest,
  body: unknown = bodyOf(endpoint, request),
): ReadInput | Refusal {
  if (!isExpectedEncoding(endpoint, request))
    return refuse('badInput', { message: '请求的内容格式不受支持' });
  const unchecked = {
    params: request.params ?? {},
    query: request.query ?? {},
    body,
  };
  const parsed = parseInput(endpoint, unchecked);
  if ('problems' in parsed) return refuse('badInput', { problems: parsed.problems });

  const key = request.headers['idempotency-key'];
  if (key !== undefined && (typeof key !== 'string' || !idempotencyKeyPattern.test(key))) {
    return refuse('badInput', { problems: [{ field: 'idempotency-key', message: '幂等键格式不正确' }] });
  }
  return { unchecked, values: parsed.values, idempotencyKey: key };
}

function buildCall<E extends Endpoint, A extends Actor | undefined>(
  app: App,
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
  { unchecked, values, idempotencyKey }: ReadInput,
  { caller, subject, wrapField }: Pick<Call<E, A>, 'caller' | 'subject' | 'wrapField'>,
): ParsedCall<E, A> {
  const { params, query, body } = values as InputOf<E>;
  return {
    endpoint,
    params,
    query,
    body,
    // The access kind decides whether there is an actor, and `A` was inferred from that same access.
    actor: caller?.actor as A,
    caller,
    sessionId: caller?.sessionId ?? '',
    wrapField,
    ticketSubject: caller?.subject ?? '',
    context: app.context,
    requestId: request.id,
    idempotencyKey,
    get requestHash() {
      return hashRequest(endpoint, unchecked);
    },
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    subject,
    request,
    reply,
  };
}

const expectedType: Record<Endpoint['encoding'], readonly string[]> = {
  json: ['application/json'],
  form: ['application/x-www-form-urlencoded', 'application/json'],
  text: ['text/plain'],
  multipart: ['multipart/form-data'],
};

function isExpectedEncoding(endpoint: Endpoint, request: FastifyRequest): boolean {
  const type = request.headers['content-type'];
  if (type === undefined) return request.body === undefined || request.body === null;
  if (endpoint.method === 'GET') return true;
  return expectedType[endpoint.encoding].some((expected) => type.toLowerCase().startsWith(expected));
}

function bodyOf(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (endpoint.encoding === 'text') return request.body ?? '';
  if (endpoint.encoding === 'multipart') return {};
  return request.body ?? {};
}
