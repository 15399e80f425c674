import { type Problem, refusalRow } from '#domain/refusals/refusals.ts';

export const networkErrorText = '网络错误，请检查网络后重试';
/** Texts for a proxy's response without a message: the server is unreachable, or the body is too large. */
export const serverUnreachableText = '网络错误：服务器暂时没有应答，请稍后再试';
export const tooLargeText = '网络错误：提交的内容过大，请减小后再试';
/** Text for a search without a network: it waits, and runs when the network is back. */
export const offlineText = '网络已断开，恢复后自动查询';
export const dataExceptionText = '数据异常';
/** Text for a tree of regions or organisations that cannot be loaded, for any reason (S0 §8, S2 §8). */
export const treeFailureText = '请求出错';

/** Our `errcode` for a call whose connection broke, and for one that timed out after 40 s. */
export const noAnswer = -1;
export const timeoutCode = -2;

/** Failure of a call, with the message to show; `problems` lists each invalid field (S0 §8). */
export class CallError extends Error {
  readonly errcode: number;
  readonly problems: readonly Problem[];
  readonly requestId: string | undefined;

  constructor(details: {
    errcode: number;
    message: string;
    problems?: readonly Problem[];
    requestId?: string;
  }) {
    super(details.message);
    this.name = 'CallError';
    this.errcode = details.errcode;
    this.problems = details.problems ?? [];
    this.requestId = details.requestId;
  }

  /**
   * True for errcode 501 and for messages with 14455, which the specification does not show (S0 §8); the login
   * shows 501 in a dialog of its own.
   */
  get isMessageHidden(): boolean {
    return this.errcode === 501 || this.message.includes('14455');
  }

  /**
   * True if the server may or may not have carried out the call, so that a retry needs the same idempotency
   * key.
   */
  get outcomeUnknown(): boolean {
    return this.errcode < 0 || (this.errcode >= 500 && this.errcode < 600 && this.errcode !== 501);
  }
}

export function isCallError(value: unknown): value is CallError {
  return value instanceof CallError;
}

/** Checks that a call was refused because the person may not do it. */
export function isForbidden(failure: unknown): boolean {
  return isCallError(failure) && failure.errcode === refusalRow.forbidden.errcode;
}

/** Returns the text for any error of a call. */
export function textOfFailure(failure: unknown): string {
  return isCallError(failure) ? failure.message : networkErrorText;
}
