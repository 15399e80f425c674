import { maxProblems, maxProblemText, type Problem } from './refusals.ts';

/** Reports one problem at its field. */
export type ReportProblem = (field: string, message: string) => void;

const tooManyProblems = new Error('There are more problems than are reported');

/**
 * Runs a check and returns the problems that it reports, at most one more than a response contains, then
 * stops the check. Each problem is cut to its length in the response, so that an invalid input costs no more
 * than a valid one.
 */
export function collectProblems(
  check: (report: ReportProblem) => void,
  max: number = maxProblems + 1,
): Problem[] {
  const problems: Problem[] = [];
  try {
    check((field, message) => {
      problems.push({ field: field.slice(0, maxProblemText), message: message.slice(0, maxProblemText) });
      if (problems.length >= max) throw tooManyProblems;
    });
  } catch (error) {
    if (error !== tooManyProblems) throw error;
  }
  return problems;
}
