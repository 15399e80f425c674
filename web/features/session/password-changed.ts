/** Tells the login page that who comes has just changed the password that let them in. */
export const passwordChanged = '#changed';
