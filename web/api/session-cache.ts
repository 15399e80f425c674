/** What is kept for the time of a session begins so (S0 §9); the token's own key is fixed (`session-token.ts`). */
export const sessionPrefix = 'serviceportal.';
