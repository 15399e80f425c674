/**
 * Error of a store that could not be reached or did not do as asked, after all tries; the work under way has not
 * happened.
 */
export class StoreAway extends Error {
  readonly code = 'FILE_STORE_AWAY';
}

export const isStoreAway = (error: unknown): error is StoreAway => error instanceof StoreAway;
