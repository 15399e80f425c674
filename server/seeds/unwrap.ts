import { isRefusal, type Refusal } from '#domain/refusals/refusals.ts';

/** Throws a refusal of the seed's own data with all its details, because it is a bug of the seed. */
export function unwrap<Result>(subject: string, result: Result | Refusal): Result {
  if (!isRefusal(result)) return result;
  const problems = (result.problems ?? []).map(({ field, message }) => `${field}: ${message}`).join('; ');
  throw new Error(`${subject} was refused (${result.refused}) ${result.message ?? ''} ${problems}`);
}
