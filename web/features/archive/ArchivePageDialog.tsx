import { Button } from 'antd';
import { useMemo, useRef } from 'react';
import { addStyles } from '#web/api/constructed-style-sheets.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import styles from './archive.module.css';

/**
 * Shows the page of a package as it opens from a disk, in a frame without scripts; its files are only in the
 * package.
 */
export function ArchivePageDialog(props: { html: string; title: string; onClose: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { page, css } = useMemo(() => adaptToFrame(props.html), [props.html]);
  const prepare = () => {
    const frameDocument = frame.current?.contentDocument;
    if (!frameDocument) return;
    addStyles(frameDocument, css);
    for (const link of frameDocument.querySelectorAll('a[href]')) link.removeAttribute('href');
  };
  return (
    <AppModal
      open
      title={`查阅：${props.title}`}
      onCancel={props.onClose}
      footer={<Button onClick={props.onClose}>关闭</Button>}
    >
      <iframe
        ref={frame}
        className={styles.frame}
        // Same origin, so that our code can disable its links, but without scripts, forms, windows and
        // navigation.
        sandbox="allow-same-origin"
        srcDoc={page}
        title={props.title}
        onLoad={prepare}
      />
    </AppModal>
  );
}

const styleElement = /<style>([^<]*)<\/style>/g;
const pictureAddress = /(<img) src="[^"]*"/g;

/**
 * Removes the styles from the page, because here the portal's content policy applies: they are added by code. The
 * pictures, which are only in the package, are shown by their names.
 */
function adaptToFrame(html: string): { page: string; css: string } {
  const css = [...html.matchAll(styleElement)].map(([, rules]) => rules).join('\n');
  return { page: html.replaceAll(styleElement, '').replaceAll(pictureAddress, '$1'), css };
}
