import { z } from 'zod';
import { chunkLimits, largeUploadRule } from '#domain/uploads/limits.ts';
import { maxBytesOf } from '#domain/uploads/upload-rule.ts';
import { endpoint, idempotencyRefusals } from './endpoint.ts';
import { UploadedFile, uploadRefusals } from './files.ts';

/**
 * Uploads of large files in chunks (S2 §7, §9; paths are ours, 0157). An upload is identified by its person,
 * the MD5 of the whole file and its name, so that it can continue after a reload, in another window and at
 * another server process.
 */

const md5 = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{32}$/, '文件校验码不正确');
const fileName = z.string().trim().min(1, '请输入文件名称').max(300);
const count = (max: number) => z.coerce.number().int().min(0).max(max);

/**
 * The fields of a chunk's form; `file` is the tenth and comes last. Old clients number their files by `id`.
 */
export const ChunkFields = z.strictObject({
  md5,
  chunkSize: count(chunkLimits.maxBytes).min(chunkLimits.minBytes),
  name: fileName,
  type: z.string().max(200).default(''),
  lastModifiedDate: z.string().max(100).default(''),
  size: count(maxBytesOf(largeUploadRule) + 1).min(1),
  chunks: count(chunkLimits.maxChunks).min(1),
  chunk: count(chunkLimits.maxChunks - 1),
  id: z.string().max(100).optional(),
});
export type ChunkFields = z.output<typeof ChunkFields>;

/** Result of the check: no chunk yet, some chunks, or the whole file, which then belongs to the caller. */
export const ChunkCheck = { nothing: 0, part: 1, whole: 2 } as const;

const rows = { rows: z.array(UploadedFile), total: z.number().int() };

export const chunkedUploads = {
  check: endpoint({
    method: 'POST',
    changes: [],
    path: '/workportal/api/file/checkMd5',
    summary: '分片上传：校验',
    body: z.strictObject({ md5, fileName }),
    output: z.object({
      code: z.number().int().min(0).max(2),
      /** Numbers of the chunks that are still missing in an upload that has begun. */
      missChunks: z.array(z.number().int()),
      /** Chunk size with which the upload was begun; chunks of another size do not fit. */
      chunkSize: z.number().int(),
      ...rows,
    }),
    refusals: uploadRefusals,
  }),
  /** Stores a chunk; the last chunk is answered after the file was joined, scanned, checked and stored. */
  send: endpoint({
    method: 'POST',
    changes: [],
    path: '/workportal/api/file/chunks',
    summary: '分片上传：上传一片',
    // The server reads the fields from the form itself, by `ChunkFields`.
    body: ChunkFields.partial(),
    encoding: 'multipart',
    output: z.object({ uploadComplete: z.boolean(), ...rows }),
    refusals: [...uploadRefusals, ...idempotencyRefusals],
  }),
  cancel: endpoint({
    method: 'DELETE',
    changes: [],
    path: '/workportal/api/file/chunks',
    summary: '分片上传：取消',
    query: z.strictObject({ md5, fileName }),
    output: z.object({}),
  }),
};
