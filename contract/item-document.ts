import { z } from 'zod';
import { templateLimits } from '#domain/documents/check-template.ts';
import { DocumentLayout } from '#domain/documents/document-model.ts';
import {
  documentNameLimits,
  type ItemDocument,
  maxDocumentButtons,
  maxRefusalMessageLength,
} from '#domain/documents/item-document.ts';
import { type Condition, Operator } from '#domain/forms/model.ts';

/**
 * A document of an item as administrators edit it: the template with its placeholders, and the buttons that
 * make it.
 */

const text = z.string().max(5_000);
const path = z.string().max(200);
const operand = z.union([z.string().max(500), z.number().min(-1e9).max(1e9), z.boolean()]);

const comparison = z.strictObject({
  field: path,
  is: z.enum(Operator),
  value: operand.or(z.array(operand).max(50)).optional(),
});

/**
 * The greatest depth of a condition; deeper ones are refused, so that parsers do not overflow their stack.
 */
const maxDepth = 5;

function conditionOf(depth: number): z.ZodType<Condition> {
  if (depth === 0) return comparison as unknown as z.ZodType<Condition>;
  const inner = conditionOf(depth - 1);
  const conditions = z.array(inner).max(20);
  // Named schemas, so that the API description contains each depth once; inlined it would be megabytes.
  return z
    .union([
      comparison,
      z.strictObject({ and: conditions }),
      z.strictObject({ or: conditions }),
      z.strictObject({ not: inner }),
    ])
    .meta({ id: `Condition${depth}` }) as unknown as z.ZodType<Condition>;
}

const when = conditionOf(maxDepth).optional();
const blockOptions = { when, each: path.optional() };

const Block = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text, ...blockOptions }),
  z.strictObject({ kind: z.literal('heading'), level: z.literal([1, 2, 3, 4]), text, ...blockOptions }),
  z.strictObject({
    kind: z.literal('fields'),
    rows: z.array(z.strictObject({ label: text, value: text, when })).max(100),
    ...blockOptions,
  }),
  z.strictObject({
    kind: z.literal('table'),
    label: text.optional(),
    columns: z
      .array(z.strictObject({ title: text, share: z.number().min(0).max(1_000), cell: text }))
      .max(templateLimits.columns),
    rows: path,
    ...blockOptions,
  }),
  z.strictObject({
    kind: z.literal('opinion'),
    label: text,
    text,
    unit: text,
    person: text,
    time: text,
    ...blockOptions,
  }),
]);

const lines = z.array(text).max(50);

const Template = z.strictObject({
  code: z.string().max(documentNameLimits.code),
  name: z.string().max(documentNameLimits.name),
  look: z.enum(DocumentLayout),
  numbering: z.string().max(documentNameLimits.series).optional(),
  head: z
    .strictObject({
      issuer: text.optional(),
      copyNumber: text.optional(),
      secrecy: text.optional(),
      urgency: text.optional(),
      signatory: text.optional(),
      number: text.optional(),
    })
    .optional(),
  title: text,
  headLine: z
    .array(z.strictObject({ label: text, value: text }))
    .max(4)
    .optional(),
  addressee: text.optional(),
  body: z.array(Block).max(templateLimits.blocks),
  attachments: lines.optional(),
  signature: lines.optional(),
  date: text.optional(),
  note: text.optional(),
  copies: text.optional(),
  printer: text.optional(),
  sealed: z.boolean().optional(),
  verified: z.boolean().optional(),
  foot: z.strictObject({ maker: text.optional(), time: text.optional(), remark: text.optional() }).optional(),
  sensitive: z.enum(['masked', 'clear']).optional(),
});

/** A whole document of an item, as in a draft. */
export const ItemDocumentShape = z.strictObject({
  template: Template,
  places: z
    .array(z.strictObject({ nodeId: z.string().max(100), buttonId: z.string().max(60), when }))
    .max(maxDocumentButtons),
  byHand: z
    .strictObject({
      nodeIds: z.array(z.string().max(100)).max(maxDocumentButtons).optional(),
      when,
      otherwise: z.string().max(maxRefusalMessageLength).optional(),
    })
    .optional(),
}) as unknown as z.ZodType<ItemDocument, ItemDocument>;
