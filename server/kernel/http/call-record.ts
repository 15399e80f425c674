import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type RefusalCode, refusalRow } from '#domain/refusals/refusals.ts';
import type { Log } from '#server/kernel/log/log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, when identified; empty for a visitor without a session. */
    staffId: string;
  }
  interface FastifyReply {
    /** Refusal of the call; empty if it was not refused. */
    refused: RefusalCode | '';
  }
}

/** The record of one call, without any sent data: its path is the pattern, without numbers and names. */
export interface CallRecord {
  requestId: string;
  method: string;
  call: string;
  /** Status of the refusal if it was refused: old clients get 200 instead (`replies.ts`). */
  status: number;
  /** From the first header line to the last byte, or until the client disconnected. */
  ms: number;
  /** Bytes of the answer's body, if known in advance. */
  bytes: number | undefined;
  staffId: string;
  refused: RefusalCode | '';
  /** Open until one side disconnects, so its duration does not measure the portal's speed. */
  isStream: boolean;
}

/** Status by which web servers log that the client disconnected before the answer was complete. */
export const clientClosedRequest = 499;

/** Reports the result of every call of the contract; installed only if there is an observer. */
export function installCallRecords(
  fastify: FastifyInstance,
  watchers: readonly ((record: CallRecord) => void)[],
): void {
  if (watchers.length === 0) return;
  fastify.decorateRequest('staffId', '');
  fastify.decorateReply('refused', '');
  const report = (request: FastifyRequest, reply: FastifyReply, status: number) => {
    if (!request.routeOptions.config.isCall) return;
    const record = recordOf(request, reply, status);
    for (const watcher of watchers) watcher(record);
  };
  fastify.addHook('onResponse', (request, reply, done) => {
    report(request, reply, reply.raw.statusCode);
    done();
  });
  fastify.addHook('onRequestAbort', (request, done) => {
    const reply = replies.get(request);
    // A stream ends when its reader disconnects, which is no error.
    if (reply) report(request, reply, isStream(reply) ? reply.raw.statusCode : clientClosedRequest);
    done();
  });
  const replies = new WeakMap<FastifyRequest, FastifyReply>();
  fastify.addHook('onRequest', (request, reply, done) => {
    replies.set(request, reply);
    done();
  });
}

/** Logs a call for an operator who searches for an error: refused calls at `debug`, all others at `trace`. */
export function recordCall(record: CallRecord, log: Pick<Log, 'debug' | 'trace'>): void {
  if (record.refused !== '') log.debug(record, 'A call was refused');
  else log.trace(record, 'A call was answered');
}

function recordOf(request: FastifyRequest, reply: FastifyReply, status: number): CallRecord {
  // Fastify writes these headers directly, so that the raw response does not have them.
  const length = reply.getHeader('content-length') ?? reply.raw.getHeader('content-length');
  return {
    requestId: request.id,
    method: request.method,
    call: request.routeOptions.url ?? '',
    status: status === 200 && reply.refused !== '' ? refusalRow[reply.refused].httpStatus : status,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    bytes: length === undefined ? undefined : Number(length),
    staffId: request.staffId,
    refused: reply.refused,
    isStream: isStream(reply),
  };
}

function isStream(reply: FastifyReply): boolean {
  return String(reply.raw.getHeader('content-type') ?? '').startsWith('text/event-stream');
}
