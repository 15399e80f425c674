import { memberAt } from './member-path.ts';
import type { OutboundInterface } from './outbound-interface.ts';

/** The reason why an answer cannot be used, as the end of a sentence for users. */
export interface AnswerFault {
  fault: string;
}

export function isFault(result: object): result is AnswerFault {
  return 'fault' in result;
}

/** Returns the data of an answer, which must have errcode 0 (S2 §7); a system may name the code as in S1 §9. */
export function dataOf(
  { dataKey = 'data' }: Pick<OutboundInterface, 'dataKey'>,
  answer: unknown,
): { data: unknown } | AnswerFault {
  const errcode = memberAt(answer, 'errcode');
  const code = memberAt(answer, 'code');
  const isSuccess = errcode === undefined ? ['0', '200'].includes(String(code)) : String(errcode) === '0';
  if (!isSuccess) return { fault: '接口没有给出结果' };
  return { data: memberAt(answer, dataKey) };
}
