/** Longest name of an applicant, and longest detail address and remark, in characters (S1 §5). */
export const maxNameLength = 100;
export const maxAddressLength = 500;
export const maxRemarkLength = 500;
