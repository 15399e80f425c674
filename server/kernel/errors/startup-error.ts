/**
 * Error that the operator who starts the portal must correct (a setting, a folder, a port). Its message,
 * first in Chinese, is printed without a stack.
 */
export class StartupError extends Error {
  override name = 'StartupError';
  readonly chinese: string;
  readonly english: string;

  constructor(chinese: string, english: string, options?: ErrorOptions) {
    super(`${chinese}\n${english}`, options);
    this.chinese = chinese;
    this.english = english;
  }
}

/** Returns the message of any thrown value, for use inside another sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}
