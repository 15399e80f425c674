import { useRef, useState } from 'react';
import { type DocumentNotMade, documents, type PreparedDocument } from '#contract/documents.ts';
import type { TaskButton } from '#contract/work-orders.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { discardDocuments } from '#web/toolkit/files/discard-documents.ts';
import type { HandledForms } from '#web/toolkit/open-forms/handled-forms.ts';

/** The documents of the open dialog, from preparation to confirmation. */
export interface PreparedDocuments {
  rows: readonly PreparedDocument[];
  /** Documents of the button that cannot be made, with the reason. */
  notMade: readonly DocumentNotMade[];
  /** The opinion in the documents; undefined while there are none. */
  opinion: string | undefined;
  making: boolean;
  /** Reason why they could not be made. */
  failure: unknown;
  /** True if they were made again on confirming, so that the user has to view them once more. */
  isRepeated: boolean;
}

const noDocuments: PreparedDocuments = {
  rows: [],
  notMade: [],
  opinion: undefined,
  making: false,
  failure: undefined,
  isRepeated: false,
};

/** The task for which the documents of an action are made. */
export interface DocumentsTask {
  workorderId: string;
  workorderCode: string;
  traceId: string;
  nodeId: string;
  nodeName: string;
  forms: Pick<HandledForms, 'collect'>;
}

/**
 * Makes, confirms and discards the documents of an action (S1 §4): exactly the documents that the user saw
 * are confirmed. The submission adds the opinion to documents that were made without one
 * (docs/decisions/0096).
 */
export function useActionDocuments(task: DocumentsTask, hasLeft: () => boolean) {
  const [prepared, setPrepared] = useState(noDocuments);
  const rows = useRef(noDocuments.rows);
  const store = (next: PreparedDocuments) => {
    rows.current = next.rows;
    setPrepared(next);
  };
  const activate = useAction(documents.activateAll);
  /** Counts preparations and discards: the response to an earlier request is discarded. */
  const requestNumber = useRef(0);
  const lastRequest = useRef<Promise<unknown>>(Promise.resolve());

  /** Makes the documents; returns them, the failure, or undefined if the dialog no longer needs them. */
  const make = async (
    button: Pick<TaskButton, 'id'>,
    opinion: string,
    again = false,
  ): Promise<Pick<PreparedDocuments, 'rows' | 'notMade'> | { failure: unknown } | undefined> => {
    requestNumber.current += 1;
    const ownNumber = requestNumber.current;
    setPrepared((previous) => ({ ...previous, making: true, failure: undefined }));
    const { workorderId, workorderCode, traceId, nodeId, nodeName, forms } = task;
    const body = {
      workorderCode,
      traceId,
      flowNodeId: nodeId,
      flowNodeName: nodeName,
      buttonId: button.id,
      formContent: forms.collect(),
      handlerOpinion: opinion,
    };
    // One request after the other: of two parallel requests, the one that ends later would replace the other.
    const previousRequest = lastRequest.current;
    const request = previousRequest.then(() => call(documents.preview, { params: { workorderId }, body }));
    lastRequest.current = request.catch(() => undefined);
    try {
      const result = await request;
      if (ownNumber !== requestNumber.current || hasLeft()) {
        discardDocuments(idsOf(result.rows));
        return undefined;
      }
      store({ ...noDocuments, ...result, opinion, isRepeated: again });
      return result;
    } catch (failure) {
      if (ownNumber !== requestNumber.current || hasLeft()) return undefined;
      store({ ...noDocuments, failure });
      return { failure };
    }
  };

  const discard = () => {
    requestNumber.current += 1;
    if (rows.current.length > 0) discardDocuments(idsOf(rows.current));
    store(noDocuments);
  };

  /** Called when the action has used them. */
  const reset = () => store(noDocuments);

  /**
   * Confirms the documents that are not confirmed yet: those that an action has used cannot be confirmed
   * again, even if the answer of the action was lost.
   */
  const confirm = async (): Promise<{ docIds: string[] } | { failure: unknown } | undefined> => {
    const docIds = idsOf(rows.current.filter(({ isActive }) => isActive === 0));
    if (docIds.length > 0) {
      const outcome = await activate.run({ body: { docIds, isActive: 1 } });
      if (outcome.kind === 'ignored') return undefined;
      if (outcome.kind === 'failed') return outcome;
      // Documents with a seal are new files; they are found by their former docIds.
      const newRows = new Map(outcome.data.rows.map((row) => [row.docId, row]));
      store({ ...prepared, rows: rows.current.map((row) => ({ ...row, ...newRows.get(row.docId) })) });
    }
    return { docIds: idsOf(rows.current) };
  };

  return { prepared, make, discard, reset, confirm, confirming: activate.running };
}

/** Checks that documents with this opinion may be confirmed as they are. */
export function isPreviewed(
  { opinion }: Pick<PreparedDocuments, 'opinion'>,
  currentOpinion: string,
): boolean {
  return opinion === currentOpinion || opinion === '';
}

function idsOf(rows: readonly PreparedDocument[]): string[] {
  return rows.map(({ docId }) => docId);
}
