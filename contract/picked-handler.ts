import { z } from 'zod';

/** Prefixes of candidate keys for the specification's numbers (S1 §3: 1: staff; 3: role; 4: organisation). */
const prefixByType = { '1': 'staff', '3': 'role', '4': 'org' } as const;

/** A pick as S1 §3 spells it: the code is the id or a whole candidate key; the server ignores the name. */
const CategorisedPick = z
  .strictObject({
    handlerType: z.literal(['1', '3', '4', 1, 3, 4]),
    candidateCode: z.string().min(1).max(120),
    candidateName: z.unknown().optional(),
  })
  .transform(({ handlerType, candidateCode }) =>
    candidateCode.includes(':')
      ? candidateCode
      : `${prefixByType[String(handlerType) as keyof typeof prefixByType]}:${candidateCode}`,
  );

/** A handler picked for a node: a candidate key such as `staff:…`, or a pick with its category. */
export const PickedHandler = z.union([z.string().max(120), CategorisedPick]);
