/**
 * Replaces `crypto` in the browser's bundle. The SM2 package imports Node's module only as a fallback for
 * browsers that we do not serve; without this file the bundler warns at every build.
 */
export const webcrypto = globalThis.crypto;
