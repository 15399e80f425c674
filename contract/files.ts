import { z } from 'zod';
import type { Refusal } from '#domain/refusals/refusals.ts';
import { type EveryCallRefusal, endpoint } from './endpoint.ts';

/** Uploads and downloads (S0 §3, §5). An upload is `multipart/form-data` with parts named `file` (several are allowed). */

export const UploadedFile = z.object({
  id: z.string(),
  filename: z.string(),
  /** Bytes. */
  size: z.number().int(),
  contentType: z.string(),
  createdAt: z.string(),
});
export type UploadedFile = z.output<typeof UploadedFile>;

const fileId = z.strictObject({ id: z.uuid('文件标识不正确') });
const uploadRefusals = [
  'fileTypeNotAllowed',
  'fileTooLarge',
  'tooManyFiles',
  'fileDangerous',
  'uploadQuotaReached',
  'tooManyRequests',
] as const;
/** Why files are not taken. */
export type UploadRefusal = Refusal<(typeof uploadRefusals)[number] | EveryCallRefusal>;
/** What old clients say of an upload (S1 §7), also as fields of the form: it carries nothing, for a file is known by its own row. */
const uploadQuery = z.strictObject({
  dirType: z.literal('materials').optional(),
  direction: z.literal('02').optional(),
});
const uploadOutput = z.object({ rows: z.array(UploadedFile), total: z.number().int() });

export const files = {
  upload: endpoint({
    method: 'POST',
    path: '/file/files',
    summary: '上传文件',
    query: uploadQuery,
    encoding: 'multipart',
    output: uploadOutput,
    refusals: uploadRefusals,
  }),
  uploadInPortal: endpoint({
    method: 'POST',
    path: '/workportal/api/file/files',
    summary: '上传文件（工作门户）',
    query: uploadQuery,
    encoding: 'multipart',
    output: uploadOutput,
    refusals: uploadRefusals,
  }),
  details: endpoint({
    method: 'GET',
    path: '/api/files/:id',
    summary: '文件信息',
    params: fileId,
    output: UploadedFile,
    refusals: ['notFound'],
  }),
  /** Bytes, by `x-access-token` or a one-time ticket of purpose `download` made for this file. */
  download: endpoint({
    method: 'GET',
    path: '/file/files/:id',
    summary: '下载文件',
    params: fileId,
    query: z.strictObject({
      ticket: z.string().max(128).optional(),
      /** `stream` shows pictures and PDF in the page instead of saving them (S2 §7). */
      mark: z.enum(['attachment', 'stream'], '下载方式不正确').default('attachment'),
      /** The page that asks, for the access log (S2 §2). */
      pagePath: z.string().max(500).optional(),
    }),
    output: z.void(),
    answer: 'raw',
    /** `notSignedIn`: the ticket was made for another file. */
    refusals: ['notFound', 'notSignedIn'],
  }),
};
