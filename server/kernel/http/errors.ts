import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PatternCostExceededError } from '#domain/forms/pattern-cost.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { isLostConnectionMessage } from '#server/kernel/database/lost-connection.ts';
import { isClosedForWriting, isTooLargeForDisk } from '#server/kernel/errors/disk-error.ts';
import { isMissingBytes } from '#server/kernel/errors/missing-bytes.ts';
import { isStoreUnavailable } from '#server/kernel/errors/store-unavailable.ts';
import type { Log } from '#server/kernel/log/log.ts';
import { createThrottledLog } from '#server/kernel/log/throttled-log.ts';
import { queueFullCode } from '#server/kernel/processes/child-pool.ts';
import { sendRefusal } from './replies.ts';
import { type StorageState, uncheckedStorage } from './storage-state.ts';

/** Error code for a body that is not even parsed; see `exceedsShapeLimits`. */
export const bodyTooComplexCode = 'BODY_BEYOND_SHAPE';

const incompleteUpload = refuse('badInput', { message: '上传的内容不完整或格式不正确' });

/** Refusals with our texts for errors that Fastify raises before a handler runs. */
const refusalOfCode: Record<string, Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: refuse('tooLarge'),
  FST_REQ_FILE_TOO_LARGE: refuse('fileTooLarge'),
  FST_FILES_LIMIT: refuse('badInput', { problems: [{ field: 'file', message: '一次最多上传10个文件' }] }),
  FST_PARTS_LIMIT: incompleteUpload,
  FST_FIELDS_LIMIT: incompleteUpload,
  FST_INVALID_MULTIPART_CONTENT_TYPE: refuse('badInput', { message: '请求的内容格式不受支持' }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: refuse('badInput', { message: '请求的内容格式不受支持' }),
  FST_ERR_CTP_INVALID_JSON_BODY: refuse('badInput', { message: '请求内容不是有效的 JSON' }),
  [bodyTooComplexCode]: refuse('badInput', { message: '提交的内容过多或层级过深' }),
  FST_ERR_CTP_EMPTY_JSON_BODY: refuse('badInput', { message: '请求内容不能为空' }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: refuse('badInput', { message: '请求内容不完整' }),
  FST_MP_PREMATURE_CLOSE: refuse('badInput', { message: '请求内容不完整' }),
  [queueFullCode]: refuse('tooManyRequests', { message: '您有多项文件处理尚未完成，请待完成后再试' }),
  FST_ERR_BAD_URL: refuse('badInput', { message: '请求地址不正确' }),
  FST_ERR_MAX_PARAM_LENGTH: refuse('addressTooLong'),
};

/**
 * Codes of a PostgreSQL that cannot be reached, has no free connection, or cancelled a statement (too long a
 * wait, repeated collisions): nothing was written, and the client may retry.
 */
const databaseUnavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '08000',
  '08003',
  '08006',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '55P03',
  '57014',
  '40001',
  '40P01',
  // A standby that has not been promoted yet.
  '25006',
  'DATABASE_READ_ONLY',
  'DATABASE_SILENT',
]);

/** Codes of a full disk, of the database or our own; the work of the call is rolled back. */
const outOfSpace = new Set(['53100', 'ENOSPC', 'EDQUOT']);
/** Codes of a disk that fails during reads or writes. */
const failingDisk = new Set(['58030', 'EIO']);

/**
 * Returns the refusal of a call that cannot write: it tells the user whom to contact, because a retry does
 * not help.
 */
function refusalOfDisk(error: FastifyError): Refusal<'cannotStore'> | undefined {
  if (outOfSpace.has(error.code)) return refuse('cannotStore');
  if (failingDisk.has(error.code))
    return refuse('cannotStore', { message: '服务器磁盘读写出错，操作没有完成，请立即联系系统管理员' });
  if (isTooLargeForDisk(error))
    return refuse('cannotStore', { message: '文件超过服务器允许的大小，操作没有完成，请联系系统管理员' });
  if (isClosedForWriting(error))
    return refuse('cannotStore', { message: '服务器的文件目录不能写入，操作没有完成，请联系系统管理员' });
  return undefined;
}

function isDatabaseUnavailable(error: FastifyError): boolean {
  return databaseUnavailableCodes.has(error.code) || isLostConnectionMessage(error);
}

/** Messages of the multipart parser about a body that is not multipart; its errors have no codes. */
const brokenMultipart =
  /^(Multipart: Boundary not found|The needle can|Unexpected end of multipart data|.* terminated early due to unexpected end)/;

/**
 * Checks whether the client disconnected while sending. The same code also means a lost database; the request shows
 * which.
 */
function isAborted({ code }: FastifyError, { raw }: FastifyRequest): boolean {
  const isCutOff = raw.errored !== null || (raw.destroyed && !raw.complete);
  return isCutOff && ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'].includes(code);
}

/** Logs any thrown value completely and answers with a request id; only known refusals contain more. */
export function answerError(
  log: Log,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  storage: StorageState = uncheckedStorage,
  throttledLog: Log = log,
): FastifyReply {
  const known = refusalOfCode[error.code];
  if (known) return sendRefusal(reply, known);
  if (brokenMultipart.test(error.message)) return sendRefusal(reply, incompleteUpload);
  if (isAborted(error, request)) {
    log.info({ requestId: request.id }, 'The client disconnected before the request was complete');
    return sendRefusal(reply, refuse('badInput', { message: '请求内容不完整' }));
  }
  if (error instanceof PatternCostExceededError)
    return sendRefusal(reply, refuse('badInput', { message: error.message }));
  if (isStoreUnavailable(error)) {
    storage.recordStoreFailure();
    throttledLog.error({ error, requestId: request.id }, 'The file store is unavailable or refuses requests');
    return sendRefusal(reply.header('retry-after', '10'), refuse('filesAway'), request.id);
  }
  if (isMissingBytes(error)) {
    log.error({ error, requestId: request.id }, 'A file in the database is missing in the file store');
    return sendRefusal(reply, refuse('fileLost'), request.id);
  }
  const diskRefusal =
    isDatabaseUnavailable(error) && storage.isFull() ? refuse('cannotStore') : refusalOfDisk(error);
  if (diskRefusal) {
    storage.recordRefusal();
    throttledLog.error(
      { error, requestId: request.id },
      'A disk is full, fails or accepts no writes, and a call that must write was refused',
    );
    return sendRefusal(reply.header('retry-after', '30'), diskRefusal, request.id);
  }
  if (isDatabaseUnavailable(error)) {
    throttledLog.warn({ error, requestId: request.id }, 'The database is unavailable');
    return sendRefusal(reply.header('retry-after', '2'), refuse('busy'), request.id);
  }
  // A body that Fastify could not read, such as broken percent signs or a `__proto__` key.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return sendRefusal(reply, refuse('badInput', { message: '请求格式不正确' }));
  }
  const { method, routeOptions } = request;
  log.error({ error, requestId: request.id, call: `${method} ${routeOptions.url}` }, 'A call failed');
  return sendRefusal(reply, refuse('fault'), request.id);
}

export function installErrorHandling(fastify: FastifyInstance, log: Log, storage?: StorageState): void {
  const throttledLog = createThrottledLog(log);
  fastify.setErrorHandler<FastifyError>((error, request, reply) =>
    answerError(log, error, request, reply, storage, throttledLog),
  );
}
