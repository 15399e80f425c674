import { z } from 'zod';
import { wholeNumber } from './endpoint.ts';

/** The newest version of a definition as its editor saw it; 0 for a new one. */
export const seenVersion = wholeNumber.min(0);

/**
 * Digest of a record as the sender read it; without it nothing is compared, for clients that do not send it
 * (decision 0194).
 */
export const seenDigest = z.string().max(64).optional();
