import { z } from 'zod';
import { SpecialType } from '#domain/enumerations/special-type.ts';
import { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';

/** A special procedure with the names of the specification (S1 §3), in the trace and in its own read. */
export const SpecialEntry = z.object({
  id: z.number().int(),
  specialType: z.enum(SpecialType),
  specialTypeName: z.string(),
  specialReason: z.string(),
  /** The limit in its own unit, and as text. */
  timeLimit: z.number().int(),
  timeLimitText: z.string(),
  /** Status that it gives the order (S1 §4: 33, 8, 18); null if it was refused or taken back. */
  specialState: z.enum(WorkOrderStatus).nullable(),
  stateName: z.string(),
  startTime: z.iso.datetime().nullable(),
  endTime: z.iso.datetime().nullable(),
  conclusion: z.string(),
  result: z.string(),
});
export type SpecialEntry = z.output<typeof SpecialEntry>;
