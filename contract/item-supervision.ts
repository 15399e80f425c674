import { z } from 'zod';
import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import { WarnedLimit, WarnedPerson, WarningMoment, WarningUnit } from '#domain/supervision/settings.ts';

/** Lights and escalation table of an item; the rules report amounts out of range. */

const amount = z.number().int().min(-1_000_000).max(1_000_000);
const threshold = z.strictObject({ unit: z.enum(['day', 'percent']), amount });

export const ItemSupervision = z.strictObject({
  lights: z.strictObject({ yellow: threshold, red: threshold.nullable() }).nullable(),
  warnings: z
    .array(
      z.strictObject({
        of: z.enum(WarnedLimit),
        when: z.enum(WarningMoment),
        amount,
        unit: z.enum(WarningUnit),
        whom: z.array(z.enum(WarnedPerson)).max(3).readonly(),
        channels: z.array(z.enum(MessageChannel)).max(3).readonly(),
      }),
    )
    .max(50)
    .readonly(),
});
