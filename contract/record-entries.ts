import { z } from 'zod';
import { CorrectionCategory } from '#domain/enumerations/correction.ts';
import { SupplementRecordStatus, SupplementTerm } from '#domain/enumerations/supplement.ts';

import { AttachedFile } from './panels.ts';

/** A file of a side record, with the material to which it belongs; empty for a file of the record itself. */
export const RecordFile = AttachedFile.extend({ material: z.string() });
export type RecordFile = z.output<typeof RecordFile>;

/** Files of a record, which its own read adds to the entry of the trace (S1 §7). */
export const recordFiles = { attachments: z.array(RecordFile) };

/** Side records with the names of the specification (S1 §3), in the trace and in their own reads. */

/** A correction with the names of the specification (S1 §3); an offline one has no time of submission. */
export const CorrectionEntry = z.object({
  id: z.number().int(),
  timeLimit: z.number().int(),
  endTime: z.string().nullable(),
  workorderState: z.number().int().nullable(),
  category: z.enum(CorrectionCategory).nullable(),
  submitTime: z.string().nullable(),
  correctRemark: z.string(),
  stateName: z.string(),
  materials: z.array(z.object({ name: z.string(), problem: z.string(), reason: z.string() })),
});
export type CorrectionEntry = z.output<typeof CorrectionEntry>;

/** A rare supplement with the names of the specification (S1 §3). */
export const RareEntry = z.object({
  id: z.number().int(),
  supplyTerm: z.enum(SupplementTerm),
  rareState: z.enum(SupplementRecordStatus),
  endTime: z.string(),
  materialEntities: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type RareEntry = z.output<typeof RareEntry>;
