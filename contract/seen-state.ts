import { z } from 'zod';
import { wholeNumber } from './endpoint.ts';

/** The newest version of a definition as its editor saw it; 0 for one that is new. */
export const seenVersion = wholeNumber.min(0);

/**
 * Digest of a record as the sender of a change saw it, from the answer of its read; without it nothing is compared, as
 * for clients that know of none (decision 0194).
 */
export const seenDigest = z.string().max(64).optional();
