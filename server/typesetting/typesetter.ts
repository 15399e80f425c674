import type { OfficialDocument } from '#domain/documents/document-model.ts';
import { type ChildPoolOptions, createChildPool } from '#server/children/child-pool.ts';
import { drawable } from './drawable.ts';
import { listOpenFonts } from './fonts.ts';
import { type Mailing, mailingToDraw } from './mailing-to-draw.ts';
import { toDraw } from './to-draw.ts';
import type { TypstAnswer, TypstQuestion } from './typst-messages.ts';

/** Draws documents as PDF; who asks is a staff id or the name of a job. */
export interface Typesetter {
  draw(document: OfficialDocument, asker: string): Promise<DrawnDocument>;
  /** The demo seal of an organisation, on a page of its own size. */
  drawSeal(organisation: string, asker: string): Promise<DrawnDocument>;
  /** Labels or envelopes. */
  drawMailing(mailing: Mailing, asker: string): Promise<DrawnDocument>;
  stop(): Promise<void>;
}

export interface DrawnDocument {
  pdf: Uint8Array;
  pages: number;
}

export interface TypesetterOptions extends ChildPoolOptions {
  /** The child's program; tests bring one that never answers. */
  program?: URL;
  /** Stand before the open ones. */
  fonts?: readonly string[];
}

/** So many documents of one person may wait; an action makes its own one after the other. */
export const documentsWaiting = 6;

/** Documents are drawn by child processes, which have neither database nor keys; one that takes too long or too much is given up. */
export function createTypesetter(options: TypesetterOptions = {}): Typesetter {
  const { program = new URL('./typst-child.ts', import.meta.url), fonts = [], ...limits } = options;
  const pool = createChildPool<TypstQuestion, TypstAnswer>(program, {
    deadlineMs: 10_000,
    maxHeapMb: 256,
    waitingPerPerson: documentsWaiting,
    args: [...fonts, ...listOpenFonts()],
    ...limits,
  });

  async function ask(kind: TypstQuestion['kind'], data: unknown, asker: string): Promise<DrawnDocument> {
    const outcome = await pool.ask({ kind, document: JSON.stringify(data) }, asker);
    if ('over' in outcome) throw new Error(`A document was given up: ${outcome.over}`);
    const { answer } = outcome;
    if ('failure' in answer) throw new Error(`A document could not be drawn: ${answer.failure}`);
    return answer;
  }

  return {
    draw: (document, asker) => ask('document', toDraw(drawable(document)), asker),
    drawSeal: (organisation, asker) => ask('seal', drawable({ organisation }), asker),
    drawMailing: (mailing, asker) => ask('mailing', mailingToDraw(drawable(mailing)), asker),
    stop: pool.stop,
  };
}
