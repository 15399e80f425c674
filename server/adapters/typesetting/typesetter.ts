import type { OfficialDocument } from '#domain/documents/document-model.ts';
import { type ChildPoolOptions, createChildPool } from '#server/kernel/processes/child-pool.ts';
import { isCoveredBy } from './code-point-ranges.ts';
import type { DemoScan } from './demo-scan.ts';
import type { DocumentPictures } from './document-pictures.ts';
import { withoutUndrawableCharacters } from './drawable.ts';
import { drawableDocument } from './drawable-document.ts';
import { drawableMailing, type Mailing, type Waybill } from './drawable-mailing.ts';
import { listOpenFonts, listRareFontFiles } from './fonts.ts';
import type { DrawingRequest, TypstRequest, TypstResult } from './typst-messages.ts';

/** Draws documents as PDF; the requester is a staff id or the name of a job. */
export interface Typesetter {
  draw(document: OfficialDocument, requester: string, pictures?: DocumentPictures): Promise<DrawnDocument>;
  /** Draws the demo seal of an organisation, on a page of its own size. */
  drawSeal(organisation: string, requester: string): Promise<DrawnDocument>;
  /** Draws a page of the demo that reads like a scanned letter. */
  drawScan(scan: DemoScan, requester: string): Promise<DrawnDocument>;
  /** Draws labels or envelopes. */
  drawMailing(mailing: Mailing, requester: string): Promise<DrawnDocument>;
  /** Draws the waybill of an express item, 100 × 150 mm. */
  drawWaybill(waybill: Waybill, requester: string): Promise<DrawnDocument>;
  /** Returns a check whether any of its fonts has a glyph for a code point. */
  loadGlyphCheck(requester: string): Promise<(codePoint: number) => boolean>;
  /** Starts the drawing processes if they do not run yet, because a document will soon be requested. */
  makeReady(): void;
  stop(): Promise<void>;
}

export interface DrawnDocument {
  pdf: Uint8Array;
  pages: number;
}

export interface TypesetterOptions extends ChildPoolOptions {
  /** The child's program; tests pass one that never answers. */
  program?: URL;
  /** Fonts with priority over the open ones. */
  fonts?: readonly string[];
}

/** Number of documents of one person that may wait; an action makes its documents one after the other. */
export const maxQueuedDocuments = 6;

/**
 * Creates a typesetter whose child processes have neither database access nor keys; a document that takes too
 * much time or memory is abandoned.
 */
export function createTypesetter(options: TypesetterOptions = {}): Typesetter {
  const { program = new URL('./typst-child.ts', import.meta.url), fonts = [], ...limits } = options;
  const pool = createChildPool<TypstRequest, TypstResult>(program, {
    deadlineMs: 10_000,
    maxHeapMb: 256,
    queueLimitPerPerson: maxQueuedDocuments,
    args: [...fonts, ...listOpenFonts(), ...listRareFontFiles()],
    ...limits,
  });

  async function requestAnswer(job: TypstRequest, requester: string) {
    const outcome = await pool.run(job, requester);
    if ('failure' in outcome)
      throw new Error(`The typesetting of a document was stopped: ${outcome.failure}`);
    const { answer } = outcome;
    if ('failure' in answer) throw new Error(`A document could not be typeset: ${answer.failure}`);
    return answer;
  }

  async function drawWith(
    kind: DrawingRequest['kind'],
    data: unknown,
    requester: string,
    pictures: DocumentPictures = {},
  ): Promise<DrawnDocument> {
    const answer = await requestAnswer({ kind, document: JSON.stringify(data), pictures }, requester);
    if ('codePoints' in answer) throw new Error('The typesetter returned characters instead of a document');
    return answer;
  }

  /** The fonts stay the same while the process runs. */
  let hasGlyph: ((codePoint: number) => boolean) | undefined;

  async function loadGlyphCheck(requester: string): Promise<(codePoint: number) => boolean> {
    if (hasGlyph) return hasGlyph;
    const answer = await requestAnswer({ kind: 'codePoints' }, requester);
    hasGlyph = isCoveredBy('codePoints' in answer ? answer.codePoints : []);
    return hasGlyph;
  }

  return {
    draw: (document, requester, pictures) =>
      drawWith('document', drawableDocument(withoutUndrawableCharacters(document)), requester, pictures),
    drawSeal: (organisation, requester) =>
      drawWith('seal', withoutUndrawableCharacters({ organisation }), requester),
    drawScan: (scan, requester) => drawWith('scan', withoutUndrawableCharacters(scan), requester),
    drawMailing: (mailing, requester) =>
      drawWith('mailing', drawableMailing(withoutUndrawableCharacters(mailing)), requester),
    drawWaybill: ({ mailNum, sender, receiver }, requester) =>
      drawWith(
        'mailing',
        withoutUndrawableCharacters({ kind: 'waybill', mailNum, sender, receiver }),
        requester,
      ),
    loadGlyphCheck,
    makeReady() {
      pool.makeReady();
      // Errors are reported to the person who requests a document.
      if (!hasGlyph) loadGlyphCheck('readiness').catch(() => undefined);
    },
    stop: pool.stop,
  };
}
