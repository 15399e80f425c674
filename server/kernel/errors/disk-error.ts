const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** Checks that the disk, or the share of it that this user has, is used up. */
export function isOutOfSpace(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(String(codeOf(error)));
}

/** Checks that a file would be larger than this process, or its file system, may make one. */
export function isTooLargeForDisk(error: unknown): boolean {
  return codeOf(error) === 'EFBIG';
}

/** Checks that a file system takes nothing more of this user: it turned read-only, or a folder is another user's now. */
export function isClosedForWriting(error: unknown): boolean {
  // Sockets and programs are refused by some of these codes too.
  const isOfFile = error instanceof Error && 'syscall' in error && fileCalls.has(String(error.syscall));
  return isOfFile && ['EROFS', 'EACCES', 'EPERM'].includes(String(codeOf(error)));
}

const fileCalls = new Set(['open', 'write', 'mkdir', 'rename', 'link', 'unlink', 'rm', 'utime', 'ftruncate']);
