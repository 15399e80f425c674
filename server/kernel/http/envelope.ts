import type { z } from 'zod';
import type { Endpoint, RefusalOf } from '#contract/endpoint.ts';
import {
  maxProblems,
  maxProblemText,
  type Problem,
  type Refusal,
  refusalRow,
} from '#domain/refusals/refusals.ts';
import { storablePrefix } from '#domain/texts/json-shape.ts';
import { writeJson } from './preencoded-json.ts';

/** Envelope as finished text that is sent unchanged: the answer to a repeated idempotency key. */
export interface AnswerText {
  readonly answerText: string;
}

/** Answer of a call's handler: its output, the text of an earlier answer, or a refusal that it declares. */
export type Answer<E extends Endpoint> = z.input<E['output']> | AnswerText | RefusalOf<E>;

export function isAnswerText(value: unknown): value is AnswerText {
  return typeof value === 'object' && value !== null && 'answerText' in value;
}

/** Two success codes, because old clients read one or the other (S0 §7, S2 §7). */
export const success = { errcode: 0, code: 200 } as const;

/**
 * Returns the text of a success (S0 §8); fields that the contract does not declare are dropped, so that no
 * column leaks.
 */
export function writeAnswer<O extends z.ZodType>(endpoint: AnsweredEndpoint<O>, output: z.input<O>): string {
  return JSON.stringify(checkAnswer(endpoint, output));
}

/** Returns the answer to send; values that must be written once (`PreencodedJson`) keep their text. */
export function encodeAnswer<O extends z.ZodType>(
  endpoint: AnsweredEndpoint<O>,
  output: z.input<O>,
): string | Buffer {
  return writeJson(checkAnswer(endpoint, output));
}

type AnsweredEndpoint<O extends z.ZodType> = Pick<Endpoint, 'path' | 'method'> & { output: O };

function checkAnswer<O extends z.ZodType>(endpoint: AnsweredEndpoint<O>, output: z.input<O>) {
  const result = endpoint.output.safeParse(output);
  if (!result.success) {
    throw new Error(
      `${endpoint.method} ${endpoint.path} returned an answer that does not match its contract`,
      {
        cause: result.error,
      },
    );
  }
  return { ...success, data: result.data };
}

export interface RefusalBody {
  errcode: number;
  errmsg: string;
  problems?: readonly Problem[];
  requestId?: string;
}

/** Returns a refusal with the first of its problems, and whether there are more. */
export function writeRefusal(refusal: Refusal, requestId?: string): { status: number; body: RefusalBody } {
  const row = refusalRow[refusal.refused];
  const { problems } = refusal;
  const message = refusal.message ?? row.text;
  const isMore = problems !== undefined && problems.length > maxProblems;
  return {
    status: row.httpStatus,
    body: {
      errcode: row.errcode,
      errmsg: isMore ? `${message}（问题较多，只列出前${maxProblems}处，改正后请重新提交）` : message,
      ...(problems ? { problems: problems.slice(0, maxProblems).map(shorten) } : {}),
      ...(requestId ? { requestId } : {}),
    },
  };
}

function shorten(problem: Problem): Problem {
  const { field, message } = problem;
  if (field.length <= maxProblemText && message.length <= maxProblemText) return problem;
  return {
    ...problem,
    field: storablePrefix(field, maxProblemText),
    message: storablePrefix(message, maxProblemText),
  };
}
