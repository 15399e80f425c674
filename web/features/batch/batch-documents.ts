import { documents, type OrderDocument } from '#contract/documents.ts';
import { missingGlyphsText } from '#domain/documents/missing-glyphs.ts';
import { call } from '#web/api/call.ts';
import { isCallError, textOfFailure } from '#web/api/call-error.ts';
import { discardDocuments } from '#web/toolkit/files/discard-documents.ts';
import { type BatchDraft, maxParallelTasks } from './batch-run.ts';

/** The input from which documents are made. */
export interface DocumentsDraft extends Pick<BatchDraft, 'button' | 'opinion' | 'rows'> {
  numbersDocuments: boolean;
}

/** The documents of one order of a batch: waiting, made, or failed. */
export interface DocumentsOfRow {
  row: BatchDraft['rows'][number];
  state: 'waiting' | 'made' | 'failed';
  documents: readonly OrderDocument[];
  /** The failure, or the characters of the documents for which there is no glyph. */
  note: string;
}

/**
 * Makes the documents of every order of a batch: several in parallel, but one order after the other if they
 * get a 文号, so that the numbers follow the rows. Calls `onChange` after each order. Discards documents that
 * arrive after the batch was cancelled.
 */
export async function prepareDocuments(
  { button, opinion, rows, numbersDocuments }: DocumentsDraft,
  options: { onChange: (rows: readonly DocumentsOfRow[]) => void; isCancelled: () => boolean },
): Promise<void> {
  const results: DocumentsOfRow[] = rows.map((row) => ({ row, state: 'waiting', documents: [], note: '' }));
  options.onChange([...results]);
  let nextIndex = 0;
  const prepareNext = async () => {
    while (nextIndex < results.length && !options.isCancelled()) {
      const index = nextIndex;
      nextIndex += 1;
      const current = results[index];
      if (current === undefined) return;
      const result = await documentsOf(current.row, button.id, opinion);
      if (options.isCancelled()) return discardDocuments(idsOf([result]));
      results[index] = result;
      options.onChange([...results]);
    }
  };
  await Promise.all(Array.from({ length: numbersDocuments ? 1 : maxParallelTasks }, prepareNext));
}

async function documentsOf(
  row: DocumentsOfRow['row'],
  buttonId: string,
  handlerOpinion: string,
): Promise<DocumentsOfRow> {
  try {
    const { workorderId, traceId } = row;
    const body = { traceId, buttonId, handlerOpinion };
    const { rows, notMade } = await call(documents.preview, { params: { workorderId }, body });
    if (notMade.length > 0) {
      discardDocuments(rows.map(({ docId }) => docId));
      const note = notMade.map(({ name, reason }) => `${name}：${reason}，不能生成`).join('；');
      return { row, state: 'failed', documents: [], note };
    }
    return {
      row,
      state: 'made',
      documents: rows,
      note: missingGlyphsText(rows.flatMap((one) => one.missingLetters)),
    };
  } catch (failure) {
    const problems = isCallError(failure) ? failure.problems.map(({ message }) => message) : [];
    const note = problems.length > 0 ? problems.join('；') : textOfFailure(failure);
    return { row, state: 'failed', documents: [], note };
  }
}

export function idsOf(rows: readonly Pick<DocumentsOfRow, 'documents'>[]): string[] {
  return rows.flatMap(({ documents: result }) => result.map(({ docId }) => docId));
}
