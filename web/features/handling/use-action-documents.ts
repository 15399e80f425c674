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
  again: boolean;
}

const none: PreparedDocuments = {
  rows: [],
  notMade: [],
  opinion: undefined,
  making: false,
  failure: undefined,
  again: false,
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
 * Makes, confirms and discards the documents of an action (S1 §4): the documents that the user was shown are
 * the ones that are confirmed. The submission adds the opinion to documents that were made without one
 * (docs/decisions/0096).
 */
export function useActionDocuments(task: DocumentsTask, hasLeft: () => boolean) {
  const [prepared, setPrepared] = useState(none);
  const rows = useRef(none.rows);
  const put = (next: PreparedDocuments) => {
    rows.current = next.rows;
    setPrepared(next);
  };
  const activate = useAction(documents.activateAll);
  /** Counts preparations and discards: an answer from before the last one is discarded. */
  const turn = useRef(0);
  const last = useRef<Promise<unknown>>(Promise.resolve());

  /** Makes the documents; returns them, the failure, or undefined if they are no longer wanted. */
  const make = async (
    button: Pick<TaskButton, 'id'>,
    opinion: string,
    again = false,
  ): Promise<Pick<PreparedDocuments, 'rows' | 'notMade'> | { failure: unknown } | undefined> => {
    turn.current += 1;
    const mine = turn.current;
    setPrepared((now) => ({ ...now, making: true, failure: undefined }));
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
    // One after the other: of two at once, the later to finish would win.
    const before = last.current;
    const request = before.then(() => call(documents.preview, { params: { workorderId }, body }));
    last.current = request.catch(() => undefined);
    try {
      const made = await request;
      if (mine !== turn.current || hasLeft()) {
        discardDocuments(idsOf(made.rows));
        return undefined;
      }
      put({ ...none, ...made, opinion, again });
      return made;
    } catch (failure) {
      if (mine !== turn.current || hasLeft()) return undefined;
      put({ ...none, failure });
      return { failure };
    }
  };

  const drop = () => {
    turn.current += 1;
    if (rows.current.length > 0) discardDocuments(idsOf(rows.current));
    put(none);
  };

  /** Called when the action has used them. */
  const forget = () => put(none);

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
      // Sealed documents are other files; they are found by their former docIds.
      const sealed = new Map(outcome.data.rows.map((row) => [row.docId, row]));
      put({ ...prepared, rows: rows.current.map((row) => ({ ...row, ...sealed.get(row.docId) })) });
    }
    return { docIds: idsOf(rows.current) };
  };

  return { prepared, make, drop, forget, confirm, confirming: activate.running };
}

/** Checks that documents with this opinion may be confirmed as they are. */
export function isPreviewed({ opinion }: Pick<PreparedDocuments, 'opinion'>, written: string): boolean {
  return opinion === written || opinion === '';
}

function idsOf(rows: readonly PreparedDocument[]): string[] {
  return rows.map(({ docId }) => docId);
}
