/** How a password wrapped by SM2 begins on the wire, so that the server can tell it from a plain one. */
export const wrappedPasswordPrefix = 'sm2:';
