import { Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import { isEnded } from '../../enumerations/work-order-phase.ts';
import { isWorkOrderStatus, WorkOrderStatus } from '../../enumerations/work-order-status.ts';
import type { Action } from '../decision/action.ts';
import type { NodeButton } from '../model/model.ts';
import { decideEndTask } from './end-task.ts';

export interface TerminateCommand {
  action: 'terminate';
  taskId: number;
  buttonId: string;
  opinion: string;
}

/** Terminates an order (S1 §4, 4) at once with the button's end status, by default 14 退回办结. */
export const terminateAction: Action<TerminateCommand> & { outcome: 'terminated' } = {
  label: '终止',
  effect: [
    '立即结束，状态取按钮的结果，缺省 14',
    'ends the order immediately with the status of the button, or 14 if the button has none',
  ],
  buttonCode: '4',
  operation: HandlerOperation.terminate,
  actorRole: 'candidate',
  permission: Permission.terminate,
  opinion: 'always',
  forms: 'pending',
  dangerous: true,
  endsWith: endStatus,
  outcome: 'terminated',
  ignoresRecords: true,
  refusal: 'actionNotAllowed',
  lint: (_node, { resultCode }) =>
    resultCode === undefined || endStatusOf(resultCode) !== null ? [] : [`的结果 ${resultCode} 不是办结状态`],
  commandFromBar: ({ taskId, buttonId, opinion }) => ({ action: 'terminate', taskId, buttonId, opinion }),
  decide: (builder, command) => decideEndTask(builder, command, terminateAction, endStatus),
};

function endStatus({ resultCode }: Pick<NodeButton, 'resultCode'>): WorkOrderStatus {
  return endStatusOf(resultCode) ?? WorkOrderStatus.returnedAndConcluded;
}

function endStatusOf(code: number | undefined): WorkOrderStatus | null {
  return isWorkOrderStatus(code) && isEnded(code) ? code : null;
}
