import { type ReactNode, useState } from 'react';
import { lazyPart } from '../lazy-parts/lazy-part.tsx';
import type { ViewedFile } from './viewer/viewed-file.ts';

const FileViewer = lazyPart(async () => (await import('./viewer/FileViewer.tsx')).FileViewer);

/** Prefetches the code of the PDF viewer; if that fails, the click that opens a PDF tries again. */
export function fetchPdfViewer(): void {
  Promise.all([import('./viewer/FileViewer.tsx'), import('./viewer/PdfView.tsx')]).catch(() => undefined);
}

/**
 * Provides a viewer for files over the screen: `view` opens one of them, from which the others can be
 * reached.
 */
export function useFileViewer(files: readonly ViewedFile[]): {
  view: (id: string) => void;
  viewer: ReactNode;
} {
  const [openId, setOpenId] = useState<string>();
  const close = () => setOpenId(undefined);
  return {
    view: setOpenId,
    viewer: openId !== undefined && (
      <FileViewer files={files} firstId={openId} onClose={close} onLoadFailed={close} />
    ),
  };
}
