/** What node-postgres and its pool say of a connection that is gone; these errors have no codes. */
const lostWords =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i;

/** Checks whether an error without a code says that the connection to the database is gone, or that none came. */
export function saysConnectionLost({ message }: Error): boolean {
  return lostWords.test(message);
}
