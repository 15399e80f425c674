/** Messages of node-postgres and its pool about a lost connection; these errors have no codes. */
const lostMessages =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i;

/** Codes of a cut connection, and of a server that was stopped meanwhile. */
const lostCodes = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08003',
  '08006',
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
]);

/** Checks whether work failed because the database connection was lost, by the error's code or message. */
export function isConnectionLost(error: unknown): boolean {
  return (
    error instanceof Error &&
    (lostCodes.has(String((error as { code?: unknown }).code)) || isLostConnectionMessage(error))
  );
}

/**
 * Checks whether the message of an error without a code says that the connection was lost, or could not be
 * opened.
 */
export function isLostConnectionMessage({ message }: Error): boolean {
  return lostMessages.test(message);
}
