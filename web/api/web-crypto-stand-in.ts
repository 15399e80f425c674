/**
 * What `crypto` is in the browser's bundle. The SM2 package asks Node's module for it only where the browser's own is
 * missing, which no browser that we serve is; without this the bundler warns at every build.
 */
export const webcrypto = globalThis.crypto;
