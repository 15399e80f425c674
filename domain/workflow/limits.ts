/** Limits of the workflow core. */

/** Characters of an opinion (S1 §9). */
export const maxOpinionLength = 500;
/** Characters of a reason for withdraw and recall (S1 §9). */
export const maxReasonLength = 200;
/** Firings that one action may cause; more is a loop that waits for nobody. */
export const maxFiringsPerDecision = 1000;
/** Markings that the check at publishing walks through before it gives up. */
export const maxMarkings = 20_000;
