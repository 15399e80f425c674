const uniqueViolation = '23505';

/**
 * Returns the name of the unique key that an insert violated, which decides a race. Undefined for every other
 * error.
 */
export function violatedKey(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if (!('code' in error) || error.code !== uniqueViolation) return undefined;
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined;
}
