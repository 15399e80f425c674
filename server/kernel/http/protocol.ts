import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { parse } from 'node:querystring';
import type { FastifyHttpOptions, FastifyInstance, FastifyRequest } from 'fastify';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { exceedsShapeLimits, shapeLimits } from '#domain/texts/json-shape.ts';
import type { Log } from '#server/kernel/log/log.ts';
import { writeRefusal } from './envelope.ts';
import { answerError, bodyTooComplexCode } from './errors.ts';
import { refuseRequest } from './replies.ts';

/** Errors of HTTP itself, before any call is reached: they are answered in the envelope too. */

const maxHeaderBytes = 16 * 1024;
/** As long as the browser waits (S0 §9). */
const requestTimeoutMs = 40_000;
/** Header lines arrive together; only a client that wants to occupy the connection sends them slowly. */
const headersTimeoutMs = 20_000;
/**
 * Time for which data of a refused client is still read, so that the refusal is not lost in a connection
 * reset.
 */
const refusalReadMs = 1_000;

/** Returns the options of the portal's HTTP server. */
export function protocolOptions(log: Log): FastifyHttpOptions<Server> {
  return {
    requestTimeout: requestTimeoutMs,
    http: {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: 5_000,
      // Checked in `installProtocol`, because Node's own answer has no body.
      requireHostHeader: false,
    },
    // Calls on an open connection while the portal stops get the portal's own answer (`draining.ts`).
    return503OnClosing: false,
    clientErrorHandler,
    frameworkErrors: (error, request, reply) => {
      // Hooks do not run for an unreadable URL, so the headers that they add are added here.
      reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
      answerError(log, error, request, reply);
    },
  };
}

/** Unanswered requests of each connection; several if the client sends ahead. */
const exchanges = new WeakMap<Socket, Set<Exchange>>();

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

export function installProtocol(fastify: FastifyInstance): void {
  const { server } = fastify;
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const openExchanges = exchanges.get(request.socket) ?? new Set();
    const exchange = { request, response };
    exchanges.set(request.socket, openExchanges.add(exchange));
    response.once('close', () => openExchanges.delete(exchange));
  });
  // An unknown expectation is ignored; Node's own answer (417) has no body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => answerRaw(socket as Socket, refuse('notFound')));

  fastify.addHook('onRequest', async (request, reply) => {
    const refusal = refusalOfHeaders(request);
    // The body is not read, so the connection cannot serve another request.
    if (refusal) return refuseRequest(reply, refusal);
  });
  // NOTE: Node discards a body that has no reader yet. It keeps a body whose reading was aborted, and the
  // client's next request on this connection would wait behind it.
  fastify.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request;
    if (!raw.readableEnded && !raw.destroyed) {
      raw.unpipe();
      raw.resume();
    }
    done();
  });
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, jsonParser(fastify));
}

/**
 * Pattern of `Host`: a name or an address with an optional port; any other text would become part of
 * generated URLs.
 */
const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Checks whether a request names its host unambiguously. Node uses the first of two `Host` lines, a proxy may
 * use the last, and an absolute URL overrides both.
 */
function isHostClear({ raw, headers, originalUrl }: FastifyRequest): boolean {
  const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) return false;
  const { host } = headers;
  // HTTP/1.0 has no `Host`.
  if (host === undefined) return raw.httpVersionMajor === 1 && raw.httpVersionMinor === 0;
  // A port above 65535 or an invalid address matches the pattern, but no URL can be made of it.
  if (!hostPattern.test(host) || !URL.canParse(`http://${host}`)) return false;
  const hostOfUrl = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(originalUrl)?.[1];
  return hostOfUrl === undefined || hostOfUrl.toLowerCase() === host.toLowerCase();
}

function refusalOfHeaders(request: FastifyRequest): Refusal | undefined {
  const { headers } = request;
  if (!isHostClear(request)) return refuse('badInput', { message: '请求格式不正确' });
  const encoding = headers['content-encoding'];
  // A few kB may unpack to gigabytes; no browser compresses requests.
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return refuse('badInput', { message: '不支持压缩的请求内容' });
  }
  return undefined;
}

const signedBodies = new WeakMap<FastifyRequest, Buffer>();

/** Returns the bytes of a body whose call declares it as signed. */
export function bytesOfBody(request: FastifyRequest): Buffer {
  return signedBodies.get(request) ?? Buffer.alloc(0);
}

/**
 * Returns a parser for JSON in UTF-8 only: an invalid byte is refused instead of replaced in stored data. A signed body that
 * is no such object counts as an empty one: its call checks the signature of the bytes first, and records a refusal.
 */
function jsonParser(fastify: FastifyInstance) {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  return (
    request: FastifyRequest,
    body: Buffer,
    answer: (error: Error | null, value?: unknown) => void,
  ): void => {
    const isSigned = request.routeOptions.config.hasSignedBody === true;
    if (isSigned) signedBodies.set(request, body);
    const done = (error: Error | null, value?: unknown): void => {
      if (!isSigned) answer(error, value);
      else answer(null, error === null && isObject(value) ? value : {});
    };
    if (exceedsShapeLimits(body)) {
      done(
        Object.assign(new Error('The request body is nested too deeply or has too many values'), {
          code: bodyTooComplexCode,
        }),
      );
      return;
    }
    let text: string;
    try {
      text = utf8.decode(body);
    } catch {
      done(
        Object.assign(new Error('The request body is not UTF-8'), { code: 'FST_ERR_CTP_INVALID_JSON_BODY' }),
      );
      return;
    }
    void parse(request, text, done);
  };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a form-urlencoded text; keys are cut at a number that `checkShape` still refuses as too many. */
export function readForm(text: string): Record<string, unknown> {
  return parse(text, '&', '=', { maxKeys: shapeLimits.keysOfObject + 1 });
}

/** Error of Node's parser; it contains the packet if that could not be read. */
type ParserError = Error & { code?: string; rawPacket?: unknown };

/** Answers bytes that Node could not read as a request, or closes the connection. */
function clientErrorHandler(error: ParserError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const openExchanges = [...(exchanges.get(socket) ?? [])];
  // Part of an answer is already sent: the client could not recognise another one.
  if (openExchanges.some(({ response }) => response.headersSent)) {
    socket.destroy();
    return;
  }
  const last = openExchanges.filter(({ request }) => request.complete).at(-1);
  const answer = () => answerRaw(socket, refusalOfClientError(error));
  // Complete requests sent before the broken one are answered first, or the client would take this for their
  // answer.
  if (last) last.response.once('close', answer);
  else answer();
}

function refusalOfClientError(error: ParserError): Refusal {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return refuse('requestTimedOut');
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    return refuse(isLongRequestLine(error.rawPacket) ? 'addressTooLong' : 'headersTooLarge');
  }
  if (error.code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return refuse('tooLarge');
  return refuse('badInput', { message: '请求格式不正确' });
}

/** Checks for a request line without an end, which Node counts among the headers: the URL is too long. */
function isLongRequestLine(packet: unknown): boolean {
  return Buffer.isBuffer(packet) && /^[A-Z]{3,7} \/[^\r\n]{8000}/.test(packet.toString('latin1'));
}

function answerRaw(socket: Socket, refusal: Refusal): void {
  if (!socket.writable) return;
  const { status, body } = writeRefusal(refusal);
  const text = JSON.stringify(body);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'connection: close',
      '',
      text,
    ].join('\r\n'),
  );
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), refusalReadMs).unref();
  socket.once('close', () => clearTimeout(timer));
}
