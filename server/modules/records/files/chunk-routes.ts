import { chunkedUploads } from '#contract/chunked-uploads.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { chunkLimits } from '#domain/uploads/limits.ts';
import { staff } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { cancelChunks, checkChunks, receiveChunk } from './chunks.ts';
import { presentFile } from './present.ts';
import { createUploadLimiter, type UploadLimiter } from './upload-limiter.ts';

/** One more byte than a chunk may have, so that an overlong chunk is detected. */
const limits = { files: 1, fileSize: chunkLimits.maxBytes + 1, fields: 12, fieldSize: 1000 };

export function mountChunks(app: App, files: UploadLimiter): void {
  // A chunk takes little time, and a browser sends a few of them at once.
  const chunks = createUploadLimiter({ perPerson: 6, perProcess: 24 });
  route(app, chunkedUploads.check, staff, async ({ context, body, ...caller }) => {
    const state = await checkChunks(context, caller, body);
    return isRefusal(state) ? state : { ...state, ...presentRows(state) };
  });
  route(app, chunkedUploads.send, staff, async ({ context, actor, requestId, request }) => {
    const parts = request.parts({ limits, throwFileSizeLimit: false } as object);
    const result = await receiveChunk(context, { chunks, files }, { actor, requestId }, parts);
    return isRefusal(result) ? result : { uploadComplete: result.uploadComplete, ...presentRows(result) };
  });
  route(app, chunkedUploads.cancel, staff, async ({ context, query, ...caller }) => {
    await cancelChunks(context, caller, query);
    return {};
  });
}

function presentRows({ rows }: { rows: Parameters<typeof presentFile>[0][] }) {
  return { rows: rows.map(presentFile), total: rows.length };
}
