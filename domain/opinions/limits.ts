/** Characters of an opinion (S1 §9). */
export const maxOpinionLength = 500;
/** Characters of a reason for withdraw and recall (S1 §9). */
export const maxReasonLength = 200;
