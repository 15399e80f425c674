import type { NodeButtonAnswer, WorkOrderPage } from '#contract/work-orders.ts';
import { resubmitButton } from '#domain/workflow/available-actions.ts';

export interface BarTask {
  traceId: string;
  nodeId: string;
  nodeName: string;
  opinionRequired: boolean;
  buttons: readonly NodeButtonAnswer[];
}

/**
 * What the bar acts on. After a rollback the initiator has one button, 提交 (code 14), whatever the node offers (S1 §4);
 * otherwise it is this person's open task.
 */
export function buildBarTask(page: WorkOrderPage): BarTask | undefined {
  const { task, can, traces } = page;
  if (can.resubmit) {
    const traceId = task?.traceId ?? traces.find(({ handlerStatus }) => handlerStatus === 0)?.id;
    if (traceId === undefined) return undefined;
    const offered = task?.buttons.find((button) => button.code === resubmitButton.code);
    const button = {
      id: '',
      name: '提交',
      opType: 1,
      state: 1,
      order: 1,
      ...offered,
      code: resubmitButton.code,
    };
    return {
      traceId,
      nodeId: task?.nodeId ?? '',
      nodeName: task?.nodeName ?? '',
      opinionRequired: false,
      buttons: [button],
    };
  }
  return can.handle && task !== null ? task : undefined;
}
