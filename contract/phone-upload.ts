import { z } from 'zod';
import { PhoneUploadState, phonePlanLimits } from '#domain/uploads/phone-upload.ts';
import { endpoint, idempotencyRefusals } from './endpoint.ts';
import { UploadedFile } from './files.ts';

/**
 * Uploading from a phone by a QR code (S0 §4, §7): calls of the desktop that shows the code, and of the phone
 * that scanned it.
 */

const name = (max: number) => z.string().trim().max(max).default('');
const qrcode = z.strictObject({ qrcode: z.uuid('二维码标识不正确') });
const count = (max: number) => z.coerce.number().int().min(0).max(max);

export const QrCode = z.object({
  /** Key by which the desktop queries the code; of no use to any other person. */
  qrcode: z.string(),
  /** The code as a picture (data URL). */
  image: z.string(),
  /** Address in the QR code. */
  url: z.string(),
  /** Seconds until it expires; relative, because the desktop's clock may be wrong. */
  secondsLeft: z.number().int(),
  formats: z.array(z.string()),
  maxSizeMb: z.number().int(),
  /** Number of files that may still come, without those that have already arrived. */
  maxCount: z.number().int(),
});
export type QrCode = z.output<typeof QrCode>;

export const QrState = z.object({
  state: z.enum(PhoneUploadState),
  text: z.string(),
  secondsLeft: z.number().int(),
});
export type QrState = z.output<typeof QrState>;

export const QrFiles = z.object({
  /** Files that have arrived, in the order of the phone. */
  rows: z.array(UploadedFile),
  total: z.number().int(),
  /** Files that are still being uploaded. */
  arriving: z.array(z.object({ name: z.string(), size: z.number().int(), percent: z.number().int() })),
});
export type QrFiles = z.output<typeof QrFiles>;

export const qrUpload = {
  /** Makes a new code for one place of a form; an older code for the same place ends at once. */
  create: endpoint({
    method: 'GET',
    path: '/file/files/getQrcode',
    summary: '获取扫码上传二维码',
    query: z.strictObject({
      form: name(60),
      field: name(60),
      /** Formats that the place accepts, joined by commas. */
      accept: z.string().max(300).optional(),
      maxSizeMb: count(100_000).optional(),
      maxCount: count(100_000).optional(),
      present: count(100_000).default(0),
      previous: z.uuid('二维码标识不正确').optional(),
    }),
    output: QrCode,
    refusals: ['tooManyFiles', 'tooManyRequests', 'fileTypeNotAllowed'],
  }),
  state: endpoint({
    method: 'GET',
    path: '/file/files/qrcode/:qrcode/state',
    summary: '扫码状态',
    params: qrcode,
    output: QrState,
    refusals: ['notFound'],
  }),
  files: endpoint({
    method: 'GET',
    path: '/file/files/qrcode/:qrcode/files',
    summary: '扫码上传的文件',
    params: qrcode,
    output: QrFiles,
    refusals: ['notFound'],
  }),
  /** Ends the code when the desktop no longer needs it; arrived files are kept for its form, or deleted. */
  end: endpoint({
    method: 'POST',
    changes: [],
    path: '/file/files/qrcode/:qrcode/end',
    summary: '结束扫码上传',
    params: qrcode,
    body: z.strictObject({ keep: z.boolean('请说明是否保留已收到的文件') }),
    output: z.object({ ended: z.boolean() }),
    refusals: ['notFound', ...idempotencyRefusals],
  }),
};

const code = z.strictObject({ code: z.string().max(100) });
/** A secret that the phone makes and stores: only the first phone that opens a code can use it. */
const phone = z.string().regex(/^[\w-]{22,64}$/, '手机标识不正确');
const key = z.string().regex(/^[\w-]{8,64}$/, '文件标识不正确');
const phoneBody = z.strictObject({ phone });

export const PhonePlan = z.object({
  rows: z.array(z.object({ key: z.string(), name: z.string(), size: z.number().int(), sent: z.boolean() })),
  refused: z.array(z.object({ key: z.string(), message: z.string() })),
});
export type PhonePlan = z.output<typeof PhonePlan>;

const phoneRefusals = ['qrCodeExpired', 'qrCodeTaken', 'tooManyRequests'] as const;

/** Needs no session: the code in the address and the phone's own secret replace it for a few minutes. */
export const phoneUpload = {
  open: endpoint({
    method: 'POST',
    changes: [],
    path: '/api/phone-uploads/:code/open',
    summary: '手机打开扫码上传页',
    params: code,
    body: phoneBody,
    output: z.object({
      form: z.string(),
      field: z.string(),
      secondsLeft: z.number().int(),
      formats: z.array(z.string()),
      maxSizeMb: z.number().int(),
      maxCount: z.number().int(),
      rows: PhonePlan.shape.rows,
    }),
    refusals: phoneRefusals,
  }),
  /**
   * Records the list of files that the phone will send, in their order; files missing in a later list are
   * removed. The longest possible list fits into a call without a session (16 kB), since no place accepts
   * more than ten files.
   */
  plan: endpoint({
    method: 'PUT',
    changes: [],
    path: '/api/phone-uploads/:code/files',
    summary: '手机待上传文件清单',
    params: code,
    body: z.strictObject({
      phone,
      files: z
        .array(
          z.strictObject({
            key,
            name: z
              .string()
              .trim()
              .min(1, '请输入文件名称')
              .max(phonePlanLimits.nameCharacters, `文件名称不能超过${phonePlanLimits.nameCharacters}个字符`),
            size: z.number().int().min(0).max(2_000_000_000),
          }),
        )
        .max(phonePlanLimits.files, `一次最多上传${phonePlanLimits.files}个文件`),
    }),
    output: PhonePlan,
    refusals: [...phoneRefusals, 'tooManyFiles'],
  }),
  /** Uploads one planned file: a form with the fields `phone` and `key`, then `file`. */
  send: endpoint({
    method: 'POST',
    changes: [],
    path: '/api/phone-uploads/:code/files',
    summary: '手机上传文件',
    params: code,
    encoding: 'multipart',
    output: z.object({ key: z.string(), size: z.number().int() }),
    refusals: [
      ...phoneRefusals,
      'notFound',
      'fileTypeNotAllowed',
      'fileTooLarge',
      'tooManyFiles',
      'fileDangerous',
      'uploadQuotaReached',
      'storageFull',
    ],
  }),
  submit: endpoint({
    method: 'POST',
    changes: [],
    path: '/api/phone-uploads/:code/submit',
    summary: '手机提交上传的文件',
    params: code,
    body: phoneBody,
    output: z.object({ total: z.number().int() }),
    refusals: [...phoneRefusals, 'qrUploadUnfinished'],
  }),
};
