/** Maximum number of characters of an opinion (S1 §9). */
export const maxOpinionLength = 500;
/** Maximum number of characters of a reason for a withdraw or recall (S1 §9). */
export const maxReasonLength = 200;
