import { useCallback, useEffect, useRef, useState } from 'react';
import { documentTemplates } from '#contract/document-templates.ts';
import { unfilledParts } from '#domain/documents/initial-template.ts';
import type { ItemDocument } from '#domain/documents/item-document.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { call } from '#web/api/call.ts';
import { isCallError } from '#web/api/call-error.ts';
import { bytesOfBase64 } from '#web/toolkit/files/base64.ts';

/** The pause in typing after which the document is drawn again. */
const pauseMs = 1200;

export interface TemplatePreview {
  pdf: Uint8Array | undefined;
  /** All problems that prevent publishing the last drawn content. */
  problems: readonly Problem[];
  failure: unknown;
  running: boolean;
  draw: () => void;
}

/**
 * Draws the document with sample facts, after each pause in typing and on demand; returns its validation
 * problems, too.
 */
export function useTemplatePreview(
  taskCode: string,
  document: ItemDocument,
  initialProblems: readonly Problem[],
): TemplatePreview {
  const [result, setResult] = useState<Omit<TemplatePreview, 'draw' | 'running'>>({
    pdf: undefined,
    problems: initialProblems,
    failure: undefined,
  });
  const [running, setRunning] = useState(false);
  const request = useRef<AbortController>(undefined);
  const latestDocument = useRef(document);
  latestDocument.current = document;
  const content = JSON.stringify(document);

  const draw = useCallback(() => {
    request.current?.abort();
    const controller = new AbortController();
    request.current = controller;
    setRunning(true);
    checkAndDraw(taskCode, latestDocument.current, controller.signal)
      .catch((failure: unknown) => {
        const problems = isCallError(failure) ? failure.problems : [];
        // The last drawing stays visible next to the new problems.
        return { problems, failure: problems.length > 0 ? undefined : failure };
      })
      .then((next) => {
        if (controller.signal.aborted) return;
        setResult((before) => ({ ...before, ...next }));
        setRunning(false);
      });
  }, [taskCode]);

  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: draws again when the content changes
  useEffect(() => {
    const delay = isFirst.current ? 0 : pauseMs;
    isFirst.current = false;
    const timer = setTimeout(draw, delay);
    return () => clearTimeout(timer);
  }, [draw, content]);
  useEffect(() => () => request.current?.abort(), []);
  return { ...result, running, draw };
}

/**
 * Checks the document, and draws it if there is no problem, because otherwise the server would refuse. Texts of a new
 * template that are not filled in yet can be drawn.
 */
async function checkAndDraw(taskCode: string, document: ItemDocument, signal: AbortSignal) {
  const body = { taskCode, document };
  const { problems } = await call(documentTemplates.check, { body }, { signal });
  if (problems.length > unfilledParts(document.template).length) return { problems, failure: undefined };
  const { pdf } = await call(documentTemplates.preview, { body }, { signal });
  return { pdf: bytesOfBase64(pdf), problems, failure: undefined };
}
