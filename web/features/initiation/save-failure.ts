import { refusalRow } from '#domain/refusals/refusals.ts';
import { isCallError } from '#web/api/call-error.ts';

/**
 * Why a draft was not saved: `retried` is saved again by itself, `changed` waits until the person has chosen between
 * the two contents, and `refused` waits for another content. `reason` is empty for `retried`.
 */
export interface SaveFailure {
  kind: 'retried' | 'changed' | 'refused';
  reason: string;
}

export function toSaveFailure(failure: unknown): SaveFailure {
  if (!isCallError(failure) || failure.outcomeUnknown || isTransient(failure.errcode))
    return { kind: 'retried', reason: '' };
  const isChanged = failure.errcode === refusalRow.draftChanged.errcode;
  return { kind: isChanged ? 'changed' : 'refused', reason: failure.message };
}

const { tooManyRequests, stillRunning } = refusalRow;

function isTransient(errcode: number): boolean {
  return errcode === tooManyRequests.errcode || errcode === stillRunning.errcode;
}

/** Returns the text for the save state of the page. */
export function stateText({ kind, reason }: SaveFailure): string {
  if (kind === 'retried') return '自动保存失败，内容仍在本页，将自动重试';
  return kind === 'changed' ? `${reason}，本页内容尚未保存` : `${reason}，无法自动保存，内容仍在本页`;
}

/** Returns the text after the person has pressed 暂存. */
export function pressedText({ kind, reason }: SaveFailure): string {
  return kind === 'retried' ? '暂存失败，请检查网络后重试' : `暂存失败，${reason}`;
}

/** Returns the text of the question whether to leave the page. */
export function leaveText({ kind, reason }: SaveFailure): string {
  if (kind === 'retried') return '暂时无法保存到草稿箱，离开后已填写的内容会丢失。';
  return kind === 'changed'
    ? `${reason}，本页内容尚未保存，离开后会丢失。`
    : `${reason}，无法保存到草稿箱，离开后已填写的内容会丢失。`;
}
