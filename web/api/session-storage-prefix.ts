/**
 * Prefix of the keys that are stored only for a session (S0 §9); the token's own key is fixed
 * (`session-token.ts`).
 */
export const sessionPrefix = 'serviceportal.';
