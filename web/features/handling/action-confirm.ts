import { useState } from 'react';
import type { TaskButton, WorkOrderPage } from '#contract/work-orders.ts';
import type { AttachedFiles } from '#web/toolkit/attachments/use-attached-files.ts';
import { type PreviewRequest, useActionPreview } from '#web/toolkit/confirm/use-action-preview.ts';
import type { FieldChange, HandledForms } from '#web/toolkit/open-forms/handled-forms.ts';
import type { CommonOpinions } from '#web/toolkit/opinion/common-opinions.ts';
import type { PreparedDocuments } from './use-action-documents.ts';
import type { StoredChoices } from './use-stored-choice.ts';
import type { ActionChoice } from './use-submission.ts';

/**
 * The documents in the dialog of an action, and the function that makes them again with the current opinion.
 */
export interface DialogDocuments extends PreparedDocuments {
  onMake: (opinion: string) => Promise<Pick<PreparedDocuments, 'rows' | 'notMade'> | undefined>;
}

/** The properties of every dialog of a button. */
export interface ActionDialogProps {
  /** Earlier choices in the dialogs of this bar. */
  storedChoices: StoredChoices;
  button: TaskButton;
  order: Pick<WorkOrderPage['order'], 'id' | 'code' | 'title'>;
  task: Pick<NonNullable<WorkOrderPage['task']>, 'traceId' | 'nodeId'>;
  opinion: string;
  onOpinion: (opinion: string) => void;
  forms: HandledForms;
  /** Attachments of the opinion. */
  files: AttachedFiles;
  commonOpinions: CommonOpinions;
  /** Documents that the action makes; undefined if it makes none. */
  documents: DialogDocuments | undefined;
  /** Fields that the button has set. */
  changes: readonly FieldChange[];
  submitting: boolean;
  onSubmit: (choice?: ActionChoice) => void;
  /** Called with the refusal of the preview if the task is no longer open to the person. */
  onAlreadyHandled: (text: string) => void;
  onClose: () => void;
}

/** Returns the preview request for a button of a task, before any choice. */
export function previewOf(
  { button, order, task }: Pick<ActionDialogProps, 'button' | 'order' | 'task'>,
  workorderForms: ReturnType<HandledForms['collect']>,
): PreviewRequest {
  return { workorderId: order.id, traceId: task.traceId, buttonId: button.id, workorderForms };
}

/**
 * Requests the effect of the button with the choices so far, for the forms as they were when the dialog
 * opened.
 */
export function useButtonPreview(props: ActionDialogProps, choice: ActionChoice = {}) {
  const [collectedForms] = useState(() => (props.button.fillsForms ? props.forms.collect() : []));
  return useActionPreview({ ...previewOf(props, collectedForms), ...choice }, !props.submitting);
}
