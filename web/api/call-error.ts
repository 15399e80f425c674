import type { Problem } from '#domain/refusals/refusals.ts';

export const networkErrorText = '网络错误，请检查网络后重试';
/** Texts for a proxy's answer without a message: no server answers, or the body is too large. */
export const serverAwayText = '网络错误：服务器暂时没有应答，请稍后再试';
export const tooLargeText = '网络错误：提交的内容过大，请减小后再试';
/** A search without a network: it is kept, and made when there is one again. */
export const offlineText = '网络已断开，恢复后自动查询';
export const dataExceptionText = '数据异常';
/** Text of a tree of regions or organisations that cannot be loaded, whatever the reason (S0 §8, S2 §8). */
export const treeFailureText = '请求出错';

/** `errcode` of a call whose connection broke, and of one that waited 40 s in vain. */
export const noAnswer = -1;
export const timedOut = -2;

/** Failure of a call, with the message to show; `problems` names each faulty field (S0 §8). */
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

  /** The specification shows nothing for these two (S0 §8); 501 has its own dialog at login. */
  get silent(): boolean {
    return this.errcode === 501 || this.message.includes('14455');
  }

  /**
   * True where it is not known that the server did or did not do it, so that the next try must have the same
   * idempotency key.
   */
  get outcomeUnknown(): boolean {
    return this.errcode < 0 || (this.errcode >= 500 && this.errcode < 600 && this.errcode !== 501);
  }
}

export function isCallError(value: unknown): value is CallError {
  return value instanceof CallError;
}

/** Returns the text for any error of a call. */
export function textOfFailure(failure: unknown): string {
  return isCallError(failure) ? failure.message : networkErrorText;
}
