import { z } from 'zod';
import { RecordKind } from '#domain/records/side-record.ts';

/** A command on a side record that this person may give now; `whyNot` is empty unless something is in the way. */
export const RecordOffer = z.object({
  kind: z.enum(RecordKind),
  command: z.string(),
  label: z.string(),
  /** Null to open a new record. */
  recordId: z.number().int().nullable(),
  traceId: z.string().nullable(),
  nodeName: z.string(),
  dangerous: z.boolean(),
  whyNot: z.string(),
});
export type RecordOffer = z.output<typeof RecordOffer>;
