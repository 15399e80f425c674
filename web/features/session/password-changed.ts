/** Address fragment of the login page after a change of password. */
export const passwordChangedFragment = '#changed';
