/** Matches the id that an author gives a rule: lower-case letters, digits and hyphens, beginning with a letter. */
export const codePattern = /^[a-z][a-z0-9-]{0,59}$/;
