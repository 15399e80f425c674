/** Messages of node-postgres and its pool about a connection that is gone; these errors have no codes. */
const lostWords =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i;

/** Codes of a connection that was cut, and of a server that was stopped meanwhile. */
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

/** Checks whether work ended because the connection to the database went, by its code or its words. */
export function isConnectionLost(error: unknown): boolean {
  return (
    error instanceof Error &&
    (lostCodes.has(String((error as { code?: unknown }).code)) || saysConnectionLost(error))
  );
}

/** Checks whether an error without a code says that the connection to the database is gone, or that none came. */
export function saysConnectionLost({ message }: Error): boolean {
  return lostWords.test(message);
}
