import { maxProblems, maxProblemText, type Problem } from './refusals.ts';

/** Reports one problem at its field. */
export type Say = (field: string, message: string) => void;

const enough = new Error('More problems than are told');

/**
 * Runs a check and returns the problems that it says, one more than an answer tells at most: the check ends there, and
 * each problem is as long as it is told, so that what is wrong costs no more than what is right.
 */
export function collectProblems(check: (say: Say) => void, most: number = maxProblems + 1): Problem[] {
  const problems: Problem[] = [];
  try {
    check((field, message) => {
      problems.push({ field: field.slice(0, maxProblemText), message: message.slice(0, maxProblemText) });
      if (problems.length >= most) throw enough;
    });
  } catch (error) {
    if (error !== enough) throw error;
  }
  return problems;
}
