/** A store could not be reached or failed after all attempts; the current work has not happened. */
export class StoreUnavailableError extends Error {
  readonly code = 'FILE_STORE_AWAY';
}

export const isStoreUnavailable = (error: unknown): error is StoreUnavailableError =>
  error instanceof StoreUnavailableError;
