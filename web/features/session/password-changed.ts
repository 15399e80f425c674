/** The address fragment of a user who comes to the login page after changing the password. */
export const passwordChanged = '#changed';
