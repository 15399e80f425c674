import type { FastifyReply } from 'fastify';
import type { Refusal, RefusalCode } from '#domain/refusals/refusals.ts';
// Declares the fields that the portal adds to requests and replies.
import type {} from './call-record.ts';
import { type RefusalBody, writeRefusal } from './envelope.ts';

/**
 * Header by which a client requests refusals with their own HTTP status, with the value `http`; our web app
 * sends it.
 */
const refusalStatusHeader = 'x-refusal-status';

/**
 * Refusals whose HTTP status is read by old clients (S0 §8), and by proxies, which retry or use another
 * server.
 */
const statusRefusals: readonly RefusalCode[] = ['notSignedIn', 'busy'];

/**
 * Checks whether a refusal is sent in the form for old clients: HTTP 200 with `errcode` and `errmsg`. They
 * show every HTTP status except 200 and 401 as 网络错误 (S0 §8). Paths of our own, files and pages keep their
 * HTTP status for browsers and proxies.
 */
function isForOldClient({ request }: FastifyReply, { refused }: Refusal): boolean {
  const { config, url = '' } = request.routeOptions;
  if (!config?.isCall || config.isRaw || url.startsWith('/api/')) return false;
  return !statusRefusals.includes(refused) && request.headers[refusalStatusHeader] !== 'http';
}

/** Sends a finished envelope. */
export function sendJson(reply: FastifyReply, text: string | Buffer): FastifyReply {
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(text);
}

/** Sends a refusal in the form for its client. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal, requestId?: string): FastifyReply {
  const { status, body } = writeRefusal(refusal, requestId);
  if (!isForOldClient(reply, refusal)) return sendBody(reply, refusal, { status, body });
  // Old clients show only `errmsg`.
  const errmsg = body.problems?.[0]?.message ?? body.errmsg;
  return sendBody(reply, refusal, { status: 200, body: { ...body, errmsg } });
}

/** Sends a refusal of an invalid request, whose HTTP status is read by proxies. */
export function refuseRequest(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return sendBody(reply.header('connection', 'close'), refusal, writeRefusal(refusal));
}

function sendBody(
  reply: FastifyReply,
  { refused }: Refusal,
  { status, body }: { status: number; body: RefusalBody },
): FastifyReply {
  reply.refused = refused;
  return sendJson(reply.code(status), JSON.stringify(body));
}
