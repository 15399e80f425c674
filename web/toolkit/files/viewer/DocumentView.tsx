import { useEffect, useRef, useState } from 'react';
import { addStyles } from '#web/api/constructed-style-sheets.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FileLoader, Waiting } from './FileLoader.tsx';
import data from './parsed-file-view.module.css';
import styles from './viewer.module.css';

/** Larger files would block the whole page for seconds. */
const maxBytes = 20 * 1_048_576;

/** Shows a text document as pages, in a frame without scripts, network and navigation. */
export function DocumentView({ file }: { file: { id: string; name: string } }) {
  return <FileLoader id={file.id}>{(blob) => <Pages blob={blob} name={file.name} />}</FileLoader>;
}

function Pages({ blob, name }: { blob: Blob; name: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<'drawing' | 'drawn' | 'broken' | 'large'>('drawing');
  const [notes, setNotes] = useState<readonly string[]>([]);
  useEffect(() => {
    let isMounted = true;
    const draw = async (frameDocument: Document) => {
      if (blob.size > maxBytes) return 'large';
      const [{ defaultOptions, renderAsync }, { countMissing, prepareDocument }] = await Promise.all([
        import('docx-preview'),
        import('./document-content.ts'),
      ]);
      const prepared = await prepareDocument(blob);
      if (!prepared) return 'broken';
      await renderAsync(prepared.bytes, frameDocument.body, frameDocument.head, {
        // Embedded content of other formats is not drawn.
        renderAltChunks: false,
        useBase64URL: true,
        className: 'docx',
        h: (part) => {
          if (typeof part === 'string' || part instanceof Node || part.tagName !== 'style')
            return defaultOptions.h(part);
          addStyles(frameDocument, (part.children ?? []).join(''));
          return document.createComment('style');
        },
      });
      for (const link of frameDocument.querySelectorAll('a[href]:not([href^="#"])'))
        link.removeAttribute('href');
      const pageWidth = frameDocument.querySelector('section')?.offsetWidth ?? 0;
      const frameWidth = frameDocument.documentElement.clientWidth;
      // On a phone the page is scaled to the full width, and zoomed by two fingers.
      if (pageWidth > frameWidth && frameWidth > 0)
        frameDocument.body.style.setProperty('zoom', String(frameWidth / pageWidth));
      addStyles(frameDocument, frameStyle);
      const drawnText = [...frameDocument.querySelectorAll('article')]
        .map(({ textContent }) => textContent)
        .join('');
      if (isMounted) setNotes(notesOf(prepared.removedParagraphs, countMissing(prepared.text, drawnText)));
      return 'drawn';
    };
    const frameDocument = frame.current?.contentDocument;
    if (!frameDocument) return undefined;
    draw(frameDocument).then(
      (next) => isMounted && setState(next),
      () => isMounted && setState('broken'),
    );
    return () => {
      isMounted = false;
    };
  }, [blob]);
  return (
    <div className={styles.view}>
      {state === 'drawing' && <Waiting percent={100} />}
      {(state === 'broken' || state === 'large') && (
        <div className={styles.middle}>
          <EmptyState
            compact
            title={state === 'large' ? '文档超过 20 MB，不在线预览' : '这份文档无法在线显示'}
            hint="可以下载后用文字处理程序打开。"
          />
        </div>
      )}
      {notes.length > 0 && (
        <p className={data.note} role="status">
          {notes.join('；')}
        </p>
      )}
      <iframe
        ref={frame}
        className={styles.paper}
        data-drawn={state === 'drawn'}
        // Same origin, so that our code can fill it, but without scripts, forms, windows and navigation.
        sandbox="allow-same-origin"
        title={name}
      />
    </div>
  );
}

/** Returns notes for the reader: a page that seems complete may lack text. */
function notesOf(omittedParagraphs: number, missingCharacters: number): string[] {
  return [
    ...(omittedParagraphs > 0 ? [`文档较长，后面 ${omittedParagraphs} 段未显示，请下载后查看`] : []),
    ...(missingCharacters > 0 ? [`文档中有 ${missingCharacters} 个字无法在线显示，请下载后查看全文`] : []),
  ];
}

const frameStyle = `
  body { margin: 0; }
  .docx-wrapper { padding: 16px !important; background: none !important; }
  .docx-wrapper > section.docx { margin-bottom: 16px !important; }
  @media (width < 900px) { .docx-wrapper { padding: 0 !important; } }
  @media print { .docx-wrapper { padding: 0 !important; } }
`;
