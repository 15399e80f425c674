import { z } from 'zod';
import { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import { PaperForm } from '#domain/enumerations/paper-form.ts';
import { ServiceType } from '#domain/enumerations/service-type.ts';
import { OrderFact } from '#domain/items/ext-fields.ts';
import { situationLimits } from '#domain/items/situations.ts';
import { remoteTraceFields } from '#domain/items/trace-source.ts';
import { petitionLimits } from '#domain/petitions/petition-links.ts';
import { defaultRecordSettings } from '#domain/records/record-settings.ts';
import { oneLine } from './endpoint.ts';
import { ItemSupervision } from './item-supervision.ts';
import { RecordSettings } from './record-settings.ts';

/** All settings of an item that an office offers (docs/decisions/0171). */

const code = z.string().min(1).max(60);
/** A path `<form code>.<field id>`; the rules report an empty one. */
const path = z.string().max(200);
const textRecord = z.record(z.string().max(60), z.string().max(500));

/** A material of the item; the rules report its empty fields with all other problems. */
const Paper = z.strictObject({
  name: oneLine(z.string().max(100)),
  form: z.enum(PaperForm),
  copies: z.number().int().min(0).max(situationLimits.copies),
  required: z.boolean(),
  note: z.string().max(200),
  /** True if it may be supplied later (容缺). */
  rare: z.boolean().optional(),
});

const papers = z.array(Paper).max(200);

/** Settings that few items need; they are checked against the item's forms. */
export const ItemExtras = z.strictObject({
  extFields: z
    .array(
      z.union([
        z.strictObject({ label: z.string().max(30), field: path }),
        z.strictObject({ label: z.string().max(30), fact: z.enum(OrderFact) }),
      ]),
    )
    .max(20),
  petitionFields: z
    .strictObject({
      date: path,
      channel: path,
      problem: z.array(path).max(5),
      original: z
        .strictObject({ field: path, beside: textRecord, unfinished: z.boolean().optional() })
        .optional(),
      similar: z
        .strictObject({
          matter: z.array(path).max(5),
          area: path.optional(),
          months: z.number().int().min(1).max(24),
          letters: z.number().int().min(2).max(100),
        })
        .optional(),
      review: z
        .strictObject({
          taskCode: code,
          days: z.number().int().min(1).max(365),
          handlingDays: z.number().int().min(1).max(365).optional(),
        })
        .optional(),
      representatives: z.number().int().min(1).max(petitionLimits.representatives).optional(),
    })
    .nullable(),
  traceSource: z
    .strictObject({
      name: z.string().max(50),
      method: z.enum(['GET', 'POST']),
      url: z.string().max(1000),
      headers: textRecord.optional(),
      params: textRecord.optional(),
      rowsAt: z.string().max(400).optional(),
      fields: z.partialRecord(z.enum(remoteTraceFields), z.string().max(400)).optional(),
    })
    .nullable(),
  papers,
  situations: z
    .array(
      z.strictObject({
        id: z.string().max(60),
        name: oneLine(z.string().max(100)),
        parent: z.string().max(60).nullable(),
        papers,
        forms: z.array(code).max(50),
      }),
    )
    .max(situationLimits.situations),
});
export type ItemExtras = z.output<typeof ItemExtras>;

export const ItemSettings = z.strictObject({
  /** Technical name of the item; it never changes. */
  taskCode: code,
  name: oneLine(z.string().max(100)),
  categoryId: z.string().max(60),
  orgId: z.string().max(64),
  /** Key of the process; orders start on its newest version. */
  processKey: z.string().max(200),
  formCodes: z.array(code).max(20),
  /** Ids of fields; the first one with a value is the title of an order. */
  titleFields: z.array(z.string().max(64)).max(10),
  duplicateCheck: z.boolean(),
  applicantWord: z.enum(ApplicantTerm),
  serveTypes: z.array(z.enum(ServiceType)).max(10),
  secondApproval: z.boolean(),
  /** True if only the signed-in person can be the applicant (S2 §2, "online"). */
  ownMatter: z.boolean().default(false),
  records: RecordSettings.default(defaultRecordSettings),
  summary: z.string().max(500),
  guide: z.string().max(50_000),
  /** Position in the catalogue. */
  sortBy: z.number().int().min(0).max(100_000),
  /** Lights, warnings and cards; null for none of its own. */
  supervision: ItemSupervision.nullable().default(null),
  ...ItemExtras.shape,
});
export type ItemSettings = z.output<typeof ItemSettings>;
