import type { z } from 'zod';
import { askingOthers } from '#contract/asking-others.ts';
import type { AssigneeEntry } from '#contract/asking-others-fields.ts';
import type { HandleInput } from '#contract/handle-input.ts';
import { handling } from '#contract/handling.ts';
import type { TaskButton } from '#contract/work-orders.ts';
import type { StoredFile } from '#domain/forms/kinds/upload/upload.ts';
import { useAction } from '#web/api/use-action.ts';
import type { HandledForms } from '#web/toolkit/open-forms/handled-forms.ts';

/** The fields that an action's dialog adds to the submission. */
export interface ActionChoice {
  backNodeIds?: string;
  backWay?: 'replay' | 'direct';
  branchProcessingNodeId?: string;
  procInsNodeUserReqModel?: { flowNodeId: string; candidates: string[] }[];
  /** The participants of a countersign, signers or a delegation, and the way to ask them. */
  countersignList?: z.input<typeof AssigneeEntry>[];
  countersignWay?: '1' | '2';
  countersignHandlerType?: '1' | '2';
  countersignFlowCondition?: '1' | '2';
  handlerLimitTime?: number | null;
  handlerLimitUnit?: '1' | '2';
  countersignRule?: 'all' | 'majority' | 'share' | 'veto';
  countersignPercent?: number | null;
  countersignExpiry?: 'noAnswer' | 'passed' | 'failed';
  signerPlace?: 'before' | 'after';
  delegateReturns?: boolean;
  /** The handler whom 退回经办人 asks again. */
  candidate?: string;
  /** The notification that the action sends in addition to its own messages. */
  message?: { candidateList: string[]; msgNotify: '1'; msg: string; channelType: string[] };
  /** The reason for a countersign, written in the dialog in place of the bar's opinion. */
  handlerOpinion?: string;
  /** The opinion in the bar, stored separately; it is shown again after the countersign has ended. */
  stagedOpinion?: string;
  /** Documents that the user viewed and confirmed. */
  workorderDocIdList?: string[];
}

/** Trace operations of the actions whose code in the bar is another one (S1 §4). */
const operationOf: Partial<Record<TaskButton['action'], string>> = {
  startCountersign: '5',
  addSigners: '3',
  delegate: '8',
};

/** The data of a task in a submission, in addition to the choices of the action. */
export interface SubmittedTask {
  workorderId: string;
  workorderCode: string;
  traceId: string;
  opinion: string;
  /** Attachments of the opinion. */
  files: readonly StoredFile[];
  forms: Pick<HandledForms, 'collect'>;
}

/**
 * Sends the actions of a task to the server: most are submissions of the bar; an action without a number in S1 has
 * its own call.
 */
export function useSubmission(task: SubmittedTask) {
  const handle = useAction(handling.handle);
  const sign = useAction(askingOthers.sign);
  const returnToHandler = useAction(askingOthers.returnToHandler);
  const submitToHandler = useAction(askingOthers.submitToHandler);

  const send = (button: TaskButton, choice: ActionChoice) => {
    const opinion = task.opinion.trim();
    const attachments = task.files.map(({ id, name, size }) => ({ id, name, size }));
    const files = attachments.length > 0 && { fileList: attachments };
    const { message } = choice;
    const reply = { traceId: task.traceId, opinion, ...files, ...(message && { message }) };
    if (button.action === 'sign') return sign.run({ body: reply });
    if (button.action === 'submitToHandler') return submitToHandler.run({ body: reply });
    if (button.action === 'returnToHandler')
      return returnToHandler.run({
        body: { ...reply, candidate: choice.candidate ?? '', workorderForms: task.forms.collect() },
      });
    return handle.run({
      body: {
        workorderId: task.workorderId,
        workorderTraceId: task.traceId,
        workorderCode: task.workorderCode,
        buttonId: button.id,
        handlerOpinion: opinion,
        ...files,
        workorderForms: task.forms.collect(),
        ...choice,
        // The server requires the operation that belongs to the fields of the dialog.
        handlerOperation: operationOf[button.action] ?? button.code,
      } as z.input<typeof HandleInput>,
    });
  };

  const calls = [handle, sign, returnToHandler, submitToHandler];
  return { send, running: calls.some(({ running }) => running) };
}
