import { Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import { WorkOrderStatus } from '../../enumerations/work-order-status.ts';
import type { Action } from '../decision/action.ts';
import { reachesManualGateway } from '../decision/gateways.ts';
import type { NodeButton } from '../model/model.ts';
import { decideEndTask } from './end-task.ts';

export interface VoidCommand {
  action: 'void';
  taskId: number;
  buttonId: string;
  opinion: string;
}

/**
 * Voids an order (S1 §4, 13): the contents of the forms are marked as deleted; the order ends with 16 作废办结 if
 * the button has `ends`, else the flow continues. Before a manual gateway voiding is refused, because no branch is
 * chosen. See docs/decisions/0059.
 */
export const voidAction: Action<VoidCommand> & { outcome: 'voided' } = {
  label: '作废',
  effect: [
    '表单内容标记为已删除；按钮写明结束时立即结束，状态 16，否则流程继续',
    'marks the form contents as deleted; ends the order with status 16 if the button is configured to end it, otherwise the flow continues',
  ],
  buttonCode: '13',
  operation: HandlerOperation.void,
  actorRole: 'candidate',
  permission: Permission.void,
  opinion: 'always',
  forms: 'pending',
  dangerous: true,
  deletesForms: true,
  endsWith: endStatus,
  outcome: 'voided',
  ignoresRecords: true,
  refusal: 'actionNotAllowed',
  isOffered: (position) => position.button.ends === true || !reachesManualGateway(position),
  commandFromBar: ({ taskId, buttonId, opinion }) => ({ action: 'void', taskId, buttonId, opinion }),
  decide: (builder, command) => decideEndTask(builder, command, voidAction, endStatus),
};

function endStatus({ ends }: Pick<NodeButton, 'ends'>): WorkOrderStatus | null {
  return ends === true ? WorkOrderStatus.voidedAndConcluded : null;
}
