const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** Checks whether the disk, or this user's quota on it, is full. */
export function isOutOfSpace(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(String(codeOf(error)));
}

/** Checks whether a file would exceed the size limit of this process or file system. */
export function isTooLargeForDisk(error: unknown): boolean {
  return codeOf(error) === 'EFBIG';
}

/**
 * Checks whether a file system accepts no writes of this user: it turned read-only, or a folder now belongs
 * to another user.
 */
export function isClosedForWriting(error: unknown): boolean {
  // Some of these codes also occur for sockets and programs.
  const isOfFile = error instanceof Error && 'syscall' in error && fileCalls.has(String(error.syscall));
  return isOfFile && ['EROFS', 'EACCES', 'EPERM'].includes(String(codeOf(error)));
}

const fileCalls = new Set(['open', 'write', 'mkdir', 'rename', 'link', 'unlink', 'rm', 'utime', 'ftruncate']);
