/** The key that wraps values of marked fields between browser and server (S2 §7, docs/decisions/0222). */

/** Header by which a client names its key, and asks for wrapped values in the answer. */
export const formKeyHeader = 'x-form-key';
/** Time after which a client asks for a new key (S2 §9). */
export const formKeyRenewalMs = 480_000;
/** Life of a key: two minutes more, so that a call that is on its way when the key is renewed still succeeds. */
export const formKeySeconds = 600;
