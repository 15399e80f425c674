import { z } from 'zod';
import { EnvelopeSize } from '#domain/mailing/envelopes.ts';
import { LabelSheet, labelSheets, labelsPerSheet } from '#domain/mailing/label-sheets.ts';
import { isPostcode, mailingLimits } from '#domain/mailing/mailing.ts';
import { tooLongText } from '#domain/texts/characters.ts';
import { inputText } from '#domain/texts/input-texts.ts';
import { endpoint, requiredText } from './endpoint.ts';
import { workOrderId } from './work-orders.ts';

/** Labels and envelopes for letters to applicants; our own addition (docs/decisions/0154). */

const postcode = z.string().max(6, '请输入6位邮政编码').refine(isPostcode, '请输入6位邮政编码');
/** Limits match `mailingLimits`; the message is that of the field. */
const line = (maxLength: number) => z.string().trim().max(maxLength, tooLongText(maxLength));
const noOrderMessage = '请选择办件';
const tooManyMessage = `一次最多打印${mailingLimits.letters}件`;

const notOnSheetMessage = '起始位置不在标签纸上';

const millimetres = z
  .number(inputText.badFormat)
  .min(-mailingLimits.shift, `微调范围为 ±${mailingLimits.shift} 毫米`)
  .max(mailingLimits.shift, `微调范围为 ±${mailingLimits.shift} 毫米`)
  .default(0);

const addressFields = {
  postcode: postcode.default(''),
  address: line(mailingLimits.address),
};

const Layout = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('labels'),
      sheet: z.enum(LabelSheet, { error: inputText.notAnOption }),
      /** The first free label of the first sheet, counted from 1. */
      first: z.int(inputText.badFormat).min(1, notOnSheetMessage).max(100, notOnSheetMessage).default(1),
    })
    .refine(({ sheet, first }) => first <= labelsPerSheet(labelSheets[sheet]), {
      path: ['first'],
      message: notOnSheetMessage,
    }),
  z.strictObject({
    kind: z.literal('envelopes'),
    size: z.enum(EnvelopeSize, { error: inputText.notAnOption }),
    /** True if the boxes of the postcode are to be printed, or are preprinted on the envelope. */
    boxes: z.boolean().default(true),
  }),
]);

export const mailings = {
  /** Returns the addressees of letters about these orders, unmasked; each order's audit log records it. */
  addressees: endpoint({
    method: 'POST',
    reads: [],
    changes: [],
    path: '/api/mailings/addressees',
    summary: '取收件人地址',
    body: z.strictObject({
      workorderIds: z.array(workOrderId).min(1, noOrderMessage).max(mailingLimits.letters, tooManyMessage),
    }),
    output: z.object({
      /**
       * In the requested order; orders that the caller may not read, or without an applicant, are left out.
       */
      rows: z.array(
        z.object({
          workorderId: z.string(),
          workorderCode: z.string(),
          title: z.string(),
          name: z.string(),
          /** Title 先生, 女士 or 同志; empty for an organisation. */
          honorific: z.string(),
          address: z.string(),
        }),
      ),
      sender: z.object({ name: z.string(), address: z.string(), phone: z.string() }),
    }),
    refusals: ['forbidden', 'tooManyRequests'],
  }),
  /** Returns the letters as a PDF; the server stores nothing of it. */
  draw: endpoint({
    method: 'POST',
    path: '/api/mailings/draw',
    summary: '生成信封或地址标签',
    body: z.strictObject({
      layout: Layout,
      addressees: z
        .array(
          z.strictObject({
            ...addressFields,
            name: requiredText('请输入收件人').max(mailingLimits.name, tooLongText(mailingLimits.name)),
          }),
        )
        .min(1, noOrderMessage)
        .max(mailingLimits.letters, tooManyMessage),
      sender: z.strictObject({
        ...addressFields,
        name: line(mailingLimits.name),
        phone: line(mailingLimits.phone),
      }),
      /** Distance by which everything is moved right and down, in millimetres. */
      shift: z.strictObject({ right: millimetres, down: millimetres }).prefault({}),
    }),
    /** The PDF in base64. */
    output: z.object({ pdf: z.string(), pages: z.int() }),
    mutates: false,
    refusals: ['forbidden', 'documentNotMade', 'tooManyRequests'],
  }),
};

export type MailingRow = z.output<typeof mailings.addressees.output>['rows'][number];
export type MailingLayout = z.output<typeof Layout>;
export type MailingBody = z.output<typeof mailings.draw.body>;
