import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { files } from '#contract/files.ts';
import { addressOf } from '#web/api/call.ts';
import { readSessionToken } from '#web/api/session-token.ts';
import { writeQuery } from '#web/api/write-query.ts';
import { readPdfFit, storePdfFit } from './pdf-fit.ts';

/** The address where the build puts the files that the library loads by name (`build/pdf-parts.ts`). */
const pdfParts = `/assets/pdf-${pdfjs.version}/`;

pdfjs.GlobalWorkerOptions.workerSrc = workerAddress;
// The parts of the viewer expect the library under this global name.
Object.assign(globalThis, { pdfjsLib: pdfjs });

/** Size of one requested range: the first page of a large file appears long before its end is loaded. */
const chunkBytes = 262_144;

/**
 * Opens a PDF: loaded bytes, or a stored file, of which only the byte ranges for the visible pages are
 * loaded. Scripts, forms and external addresses in it are disabled.
 */
export function openPdf(source: string | Uint8Array): pdfjs.PDFDocumentLoadingTask {
  return typeof source === 'string'
    ? openStored(source)
    : pdfjs.getDocument({ ...safeSettings, data: source.slice() });
}

/** Settings that prevent a PDF from running code, and the addresses of fonts and other parts. */
const safeSettings = {
  enableXfa: false,
  cMapUrl: `${pdfParts}cmaps/`,
  standardFontDataUrl: `${pdfParts}standard_fonts/`,
  // The content policy forbids compiling at run time: scripts of that folder decode the pictures.
  useWasm: false,
  wasmUrl: `${pdfParts}wasm/`,
  iccUrl: `${pdfParts}iccs/`,
};

function openStored(id: string): pdfjs.PDFDocumentLoadingTask {
  const pagePath = window.location.pathname;
  // If the server makes copies with the reader's name, all ranges must come from the same copy.
  const startedAt = Math.floor(Date.now() / 1000);
  const token = readSessionToken();
  return pdfjs.getDocument({
    url: addressOf(files.download, { id }) + writeQuery({ mark: 'stream', pagePath, startedAt }),
    httpHeaders: token === undefined ? {} : { 'x-access-token': token },
    rangeChunkSize: chunkBytes,
    disableAutoFetch: true,
    disableStream: true,
    ...safeSettings,
  });
}

export interface PdfViewerControls {
  /** `page` counts from 1. */
  goTo(page: number): void;
  zoom(mode: 'in' | 'out' | 'page-width' | 'page-fit'): void;
  rotate(): void;
  find(text: string, direction: 'new' | 'next' | 'previous'): void;
  close(): void;
}

export interface PdfState {
  page: number;
  pages: number;
  /** The drawn size relative to the page's own size. */
  percent: number;
  matches: { current: number; total: number } | undefined;
}

/** Draws the pages of a PDF into the scrolling container; only visible pages are drawn. */
export async function showPdf(
  container: HTMLDivElement,
  document: pdfjs.PDFDocumentProxy,
  onState: (change: Partial<PdfState>) => void,
): Promise<PdfViewerControls> {
  const { EventBus, PDFFindController, PDFLinkService, PDFViewer } = await import(
    'pdfjs-dist/legacy/web/pdf_viewer.mjs'
  );
  const eventBus = new EventBus();
  // Internal links of the document work; external links are ignored.
  const linkService = new PDFLinkService({ eventBus });
  linkService.externalLinkEnabled = false;
  const findController = new PDFFindController({ eventBus, linkService });
  // The class name that the library's own style sheet uses.
  const pages = Object.assign(window.document.createElement('div'), { className: 'pdfViewer' });
  container.replaceChildren(pages);
  const viewer = new PDFViewer({
    container,
    viewer: pages,
    eventBus,
    linkService,
    findController,
    annotationMode: pdfjs.AnnotationMode.ENABLE,
    maxCanvasPixels: 16_777_216,
  });
  linkService.setViewer(viewer);
  eventBus.on('pagesinit', () => {
    if (readPdfFit() === 'page-fit') {
      viewer.currentScaleValue = 'page-fit';
      return;
    }
    viewer.currentScaleValue = 'page-width';
    if (viewer.currentScale > 1.25) viewer.currentScale = 1.25;
  });
  eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => onState({ page: pageNumber }));
  eventBus.on('scalechanging', ({ scale }: { scale: number }) =>
    onState({ percent: Math.round(scale * 100) }),
  );
  const onFound = ({ matchesCount }: { matchesCount: { current: number; total: number } }) =>
    onState({ matches: matchesCount });
  eventBus.on('updatefindmatchescount', onFound);
  eventBus.on('updatefindcontrolstate', onFound);
  viewer.setDocument(document);
  linkService.setDocument(document, null);
  onState({ pages: document.numPages, page: 1 });
  return {
    goTo: (page) => {
      viewer.currentPageNumber = Math.min(document.numPages, Math.max(1, page));
    },
    zoom: (mode) => {
      if (mode === 'in') viewer.increaseScale();
      else if (mode === 'out') viewer.decreaseScale();
      else {
        viewer.currentScaleValue = mode;
        storePdfFit(mode);
      }
    },
    rotate: () => {
      viewer.pagesRotation = (viewer.pagesRotation + 90) % 360;
    },
    find: (text, direction) => {
      if (text === '') onState({ matches: undefined });
      eventBus.dispatch('find', {
        source: container,
        type: direction === 'new' ? '' : 'again',
        query: text,
        caseSensitive: false,
        entireWord: false,
        highlightAll: true,
        findPrevious: direction === 'previous',
        matchDiacritics: false,
      });
    },
    close: () => {
      viewer.setDocument(null as unknown as pdfjs.PDFDocumentProxy);
      linkService.setDocument(null);
    },
  };
}
