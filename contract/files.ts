import { z } from 'zod';
import type { Refusal } from '#domain/refusals/refusals.ts';
import { packageLimits } from '#domain/uploads/limits.ts';
import { type EveryCallRefusal, endpoint } from './endpoint.ts';

/**
 * Uploads and downloads (S0 §3, §5). An upload is `multipart/form-data` with parts named `file` (several are
 * allowed).
 */

export const UploadedFile = z.object({
  id: z.string(),
  filename: z.string(),
  /** Size in bytes. */
  size: z.number().int(),
  contentType: z.string(),
  createdAt: z.string(),
});
export type UploadedFile = z.output<typeof UploadedFile>;

const fileId = z.strictObject({ id: z.uuid('文件标识不正确') });
export const uploadRefusals = [
  'fileTypeNotAllowed',
  'fileTooLarge',
  'tooManyFiles',
  'fileDangerous',
  'uploadQuotaReached',
  'storageFull',
  'tooManyRequests',
] as const;
/** Reasons for refusing an upload. */
export type UploadRefusal = Refusal<(typeof uploadRefusals)[number] | EveryCallRefusal>;

/** Parameters that old clients send with an upload (S1 §7, S2 §7), also as fields of the form. */
const uploadQuery = z.strictObject({
  /** Accepts the formats of the specification, and none that a field of ours may name. */
  dirType: z.literal('materials').optional(),
  /** Ignored, because a file is identified by its own row. */
  direction: z.literal('02').optional(),
  /** 02: a picture of the first rich-text editor (S2 §5), which `nocheck` shows to all who have its address. */
  category: z.literal('02').optional(),
});
export const uploadOutput = z.object({ rows: z.array(UploadedFile), total: z.number().int() });

/** Limit of a body with a picture: Base64 text is a third larger than its bytes; the form around it is small. */
const maxPictureBody = 28 * 1_048_576;
const pictureText = z.string().min(1, '请选择图片').max(maxPictureBody);

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Ids of files, joined by commas. */
export const idList = (max: number) =>
  z.string().regex(new RegExp(`^\\s*${uuid}(?:,${uuid}){0,${max - 1}}\\s*$`, 'i'), '文件标识不正确');

const readQuery = {
  ticket: z.string().max(128).optional(),
  /** The page that opens the file, for the access log (S2 §2). */
  pagePath: z.string().max(500).optional(),
};
/** Time when the reading began that the chunk belongs to; chunks of one copy fit together (0159). */
const startedAt = z.coerce
  .number()
  .int()
  .min(0)
  .max(4_102_416_000)
  .meta({ format: 'epoch-seconds' })
  .optional();
const downloadQuery = z.strictObject({
  ...readQuery,
  /** `stream` shows pictures and PDF files in the page instead of saving them (S2 §7). */
  mark: z.enum(['attachment', 'stream'], '下载方式不正确').default('attachment'),
  startedAt,
});
const ticketQuery = z.strictObject(readQuery);
const previewQuery = z.strictObject({ ...readQuery, startedAt });
const raw = { output: z.void(), answer: 'raw' } as const;
/** `notSignedIn`: the ticket was made for another file. */
const readRefusals = ['notFound', 'notSignedIn'] as const;
const packageRefusals = [...readRefusals, 'tooManyFiles', 'fileTooLarge', 'tooManyRequests'] as const;

const upload = {
  query: uploadQuery,
  encoding: 'multipart',
  output: uploadOutput,
  refusals: uploadRefusals,
} as const;
/** Sends the file to an `x-access-token`, or to a one-time ticket of purpose `download` for this file. */
const download = { params: fileId, query: downloadQuery, refusals: readRefusals, ...raw } as const;
/** The same as `download`, but shown in the page if the file type is safe. */
const preview = { params: fileId, query: previewQuery, refusals: readRefusals, ...raw } as const;
/** Downloads a package, by token or by a ticket that `preparePackage` created for exactly these ids. */
const packageCall = {
  params: z.strictObject({ ids: idList(packageLimits.filesInAddress) }),
  query: ticketQuery,
  refusals: packageRefusals,
  hasLongAddress: true,
  ...raw,
} as const;
/** Files that every person with the address may see: pictures in rich text (S2 §5), no documents of orders. */
const publicPreview = { params: fileId, refusals: ['notFound'], ...raw } as const;

export const files = {
  upload: endpoint({ method: 'POST', changes: [], path: '/file/files', summary: '上传文件', ...upload }),
  uploadInPortal: endpoint({
    method: 'POST',
    changes: [],
    path: '/workportal/api/file/files',
    summary: '上传文件（工作门户）',
    ...upload,
  }),
  details: endpoint({
    method: 'GET',
    path: '/api/files/:id',
    summary: '文件信息',
    params: fileId,
    output: UploadedFile,
    refusals: ['notFound'],
  }),
  download: endpoint({ method: 'GET', path: '/file/files/:id', summary: '下载文件', ...download }),
  downloadInPortal: endpoint({
    method: 'GET',
    path: '/workportal/api/file/files/:id',
    summary: '下载文件（工作门户）',
    ...download,
  }),
  preview: endpoint({ method: 'GET', path: '/file/files/:id/preview', summary: '预览文件', ...preview }),
  previewInPortal: endpoint({
    method: 'GET',
    path: '/workportal/api/file/files/:id/preview',
    summary: '预览文件（工作门户）',
    ...preview,
  }),
  publicPreview: endpoint({
    method: 'GET',
    path: '/file/nocheck/files/:id/preview',
    summary: '公开图片',
    ...publicPreview,
  }),
  publicPreviewInPortal: endpoint({
    method: 'GET',
    path: '/workportal/api/file/nocheck/files/:id/preview',
    summary: '公开图片（工作门户）',
    ...publicPreview,
  }),
  package: endpoint({ method: 'GET', path: '/file/files/:ids/zip', summary: '打包下载', ...packageCall }),
  packageInPortal: endpoint({
    method: 'GET',
    path: '/workportal/api/file/files/:ids/zip',
    summary: '打包下载（工作门户）',
    ...packageCall,
  }),
  /** Prepares a package: returns its size, and the ticket with which the browser downloads it separately. */
  preparePackage: endpoint({
    method: 'POST',
    path: '/api/file-packages',
    summary: '准备打包下载',
    body: z.strictObject({ ids: z.array(z.uuid('文件标识不正确')).min(1).max(packageLimits.files) }),
    output: z.object({
      ticket: z.string(),
      expiresAt: z.string(),
      files: z.number().int(),
      bytes: z.number().int(),
    }),
    refusals: packageRefusals,
    mutates: false,
  }),
  /**
   * The same as `package`, for more ids than fit into an address: a form post, so that the browser saves the
   * answer as it arrives.
   */
  packageByForm: endpoint({
    method: 'POST',
    path: '/file/zip',
    summary: '打包下载（表单）',
    query: ticketQuery,
    body: z.strictObject({ ids: idList(packageLimits.files) }),
    encoding: 'form',
    refusals: packageRefusals,
    mutates: false,
    ...raw,
  }),
  /** Uploads one picture as base64 or a data URL; `rows[0].id` is its file. */
  uploadPicture: endpoint({
    method: 'POST',
    changes: [],
    path: '/workportal/api/file/filespic',
    summary: '上传图片（base64）',
    body: z.strictObject({ imgFile: pictureText }),
    output: uploadOutput,
    refusals: uploadRefusals,
    maxBodyBytes: maxPictureBody,
  }),
  /** Uploads several pictures with their names. */
  uploadPictures: endpoint({
    method: 'POST',
    changes: [],
    path: '/workportal/api/file/base64File',
    summary: '上传多张图片（base64）',
    body: z.strictObject({
      files: z
        .array(
          z.strictObject({ name: z.string().trim().min(1, '请输入文件名称').max(300), image: pictureText }),
        )
        .min(1, '请选择图片')
        .max(100),
    }),
    output: uploadOutput,
    refusals: uploadRefusals,
    maxBodyBytes: maxPictureBody,
  }),
  /**
   * Merges files into one PDF, a picture being a page. Takes ids joined by commas as plain text; `rows[0]` is
   * the new file.
   */
  merge: endpoint({
    method: 'POST',
    changes: [],
    path: '/workportal/api/file/filesToMulForFileIds',
    summary: '合并为一个PDF',
    body: idList(packageLimits.files),
    encoding: 'text',
    output: uploadOutput,
    refusals: [...uploadRefusals, 'notFound'],
  }),
};
