/**
 * Replaces `crypto` in the browser's bundle. The SM2 package asks Node's module for it only in a browser without an
 * implementation of its own, which is none that we serve; without this file the bundler warns at every build.
 */
export const webcrypto = globalThis.crypto;
