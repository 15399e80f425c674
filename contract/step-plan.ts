import { z } from 'zod';
import { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import {
  comparisons,
  handlerKinds,
  type StepPlan,
  stepButtonNames,
  stepShares,
} from '#domain/workflow/steps/step-plan.ts';

/** A process in steps, as in responses; requests always carry the process file. */

const status = z.enum(WorkOrderStatus);
const forms = z.array(
  z.object({
    form: z.string(),
    authority: z.union([z.literal(0), z.literal(1), z.literal(2)]),
    fields: z.array(z.string()),
    restricted: z
      .array(z.object({ field: z.string(), authority: z.union([z.literal(0), z.literal(1)]) }))
      .optional(),
  }),
);

const handler = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(handlerKinds), id: z.string(), name: z.string() }),
  z.object({ kind: z.literal('initiator') }),
  z.object({ kind: z.literal('step'), id: z.string() }),
]);

const limit = z
  .object({
    amount: z.number().int(),
    unit: z.enum(['workingDay', 'calendarDay', 'month']),
    roll: z.literal(false).optional(),
  })
  .nullable();

export const StepPlanShape = z.object({
  key: z.string(),
  name: z.string(),
  limit,
  result: status,
  forms,
  steps: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      stage: status,
      handlers: z.array(handler),
      share: z.enum(stepShares),
      limit,
      opinionRequired: z.boolean(),
      handle: z.string(),
      namesNext: z.boolean(),
      buttons: z.array(z.enum(stepButtonNames)),
      refusal: z.object({ name: z.string(), result: status }).nullable(),
      forms,
      when: z
        .object({
          form: z.string(),
          field: z.string(),
          is: z.enum(comparisons),
          value: z.union([z.string(), z.number(), z.boolean()]),
        })
        .nullable(),
    }),
  ),
}) satisfies z.ZodType<StepPlan>;
