/** Longest certificate number of any category, in characters (S1 §5, S2 §5). */
export const maxCertificateLength = 18;
