import type { z } from 'zod';
import type { AssigneeEntry } from '#contract/asked-others.ts';
import { askingOthers } from '#contract/asking-others.ts';
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
  /** The notification that the action sends beside its own messages. */
  message?: { candidateList: string[]; msgNotify: '1'; msg: string; channelType: string[] };
  /** Written in the dialog in place of the bar's opinion: why a countersign is started. */
  handlerOpinion?: string;
  /** The opinion in the bar beside it; it is there again when the countersign is over. */
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

/** What a submission says of the task beside the choices of the action. */
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
 * Sends the actions of a task to the server: most are submissions of the bar; an action without a number in S1 has a
 * call of its own.
 */
export function useSubmission(task: SubmittedTask) {
  const handle = useAction(handling.handle);
  const sign = useAction(askingOthers.sign);
  const returnToHandler = useAction(askingOthers.returnToHandler);
  const submitToHandler = useAction(askingOthers.submitToHandler);

  const send = (button: TaskButton, choice: ActionChoice) => {
    const opinion = task.opinion.trim();
    const attached = task.files.map(({ id, name, size }) => ({ id, name, size }));
    const files = attached.length > 0 && { fileList: attached };
    const { message } = choice;
    const answer = { traceId: task.traceId, opinion, ...files, ...(message && { message }) };
    if (button.action === 'sign') return sign.run({ body: answer });
    if (button.action === 'submitToHandler') return submitToHandler.run({ body: answer });
    if (button.action === 'returnToHandler')
      return returnToHandler.run({
        body: { ...answer, candidate: choice.candidate ?? '', workorderForms: task.forms.collect() },
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
        // The operation, and with it what its dialog adds, belong together by the server's word.
        handlerOperation: operationOf[button.action] ?? button.code,
      } as z.input<typeof HandleInput>,
    });
  };

  const calls = [handle, sign, returnToHandler, submitToHandler];
  return { send, running: calls.some(({ running }) => running) };
}
