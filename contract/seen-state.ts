import { wholeNumber } from './endpoint.ts';

/** The newest version of a definition as its editor saw it; 0 for one that is new. */
export const seenVersion = wholeNumber.min(0);
