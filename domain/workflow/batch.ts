import type { ButtonMeaning } from './available-actions.ts';

/** Largest number of tasks in one batch: the largest page of a list. */
export const maxBatchTasks = 200;

/** Reasons why a task is not handled in a batch although it can be handled alone; see docs/decisions/0111. */
export const batchReason = {
  noButton: '本环节没有可以批量办理的操作，请逐件办理',
  ends: '办理后流程结束，请逐件核对办理',
  staged: '您在该环节有暂存的内容，请逐件办理',
  pendingValues: '该环节有退回前填写的内容，请逐件办理',
  needsChoice: '需要选择下一环节或处理人，请逐件办理',
} as const;

/**
 * Checks whether a button may be pressed for many tasks at once: it advances along the flow, needs at most an
 * opinion, and neither undoes nor ends anything.
 */
export function isBatchable({ action, dangerous, ends }: ButtonMeaning): boolean {
  return action === 'handle' && !dangerous && !ends;
}
