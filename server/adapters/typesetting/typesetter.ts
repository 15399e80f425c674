import type { OfficialDocument } from '#domain/documents/document-model.ts';
import { type ChildPoolOptions, createChildPool } from '#server/kernel/processes/child-pool.ts';
import { drawable } from './drawable.ts';
import { listOpenFonts, listRareFaces } from './fonts.ts';
import { isCoveredBy } from './letter-coverage.ts';
import { type Mailing, mailingToDraw } from './mailing-to-draw.ts';
import { toDraw } from './to-draw.ts';
import type { DrawingQuestion, TypstAnswer, TypstQuestion } from './typst-messages.ts';

/** Draws documents as PDF; who asks is a staff id or the name of a job. */
export interface Typesetter {
  draw(document: OfficialDocument, asker: string): Promise<DrawnDocument>;
  /** The demo seal of an organisation, on a page of its own size. */
  drawSeal(organisation: string, asker: string): Promise<DrawnDocument>;
  /** Labels or envelopes. */
  drawMailing(mailing: Mailing, asker: string): Promise<DrawnDocument>;
  /** Tells whether any of its faces draws a code point. */
  glyphs(asker: string): Promise<(codePoint: number) => boolean>;
  /** Starts what draws, where nothing does yet: a document is about to be asked for. */
  makeReady(): void;
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
    args: [...fonts, ...listOpenFonts(), ...listRareFaces()],
    ...limits,
  });

  async function answerTo(question: TypstQuestion, asker: string) {
    const outcome = await pool.ask(question, asker);
    if ('over' in outcome) throw new Error(`A document was given up: ${outcome.over}`);
    const { answer } = outcome;
    if ('failure' in answer) throw new Error(`A document could not be drawn: ${answer.failure}`);
    return answer;
  }

  async function ask(kind: DrawingQuestion['kind'], data: unknown, asker: string): Promise<DrawnDocument> {
    const answer = await answerTo({ kind, document: JSON.stringify(data) }, asker);
    if ('letters' in answer) throw new Error('A document was answered by letters');
    return answer;
  }

  /** The faces stay the same as long as the process runs. */
  let covered: ((codePoint: number) => boolean) | undefined;

  async function glyphs(asker: string): Promise<(codePoint: number) => boolean> {
    if (covered) return covered;
    const answer = await answerTo({ kind: 'letters' }, asker);
    covered = isCoveredBy('letters' in answer ? answer.letters : []);
    return covered;
  }

  return {
    draw: (document, asker) => ask('document', toDraw(drawable(document)), asker),
    drawSeal: (organisation, asker) => ask('seal', drawable({ organisation }), asker),
    drawMailing: (mailing, asker) => ask('mailing', mailingToDraw(drawable(mailing)), asker),
    glyphs,
    makeReady() {
      pool.makeReady();
      // Errors are reported to the person who requests a document.
      if (!covered) glyphs('readiness').catch(() => undefined);
    },
    stop: pool.stop,
  };
}
