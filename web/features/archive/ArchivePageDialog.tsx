import { Button } from 'antd';
import { useMemo, useRef } from 'react';
import { addStyles } from '#web/api/constructed-sheets.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import styles from './archive.module.css';

/** The page of a package as it opens from a disk, in a frame that runs nothing; its files come with the package alone. */
export function ArchivePageDialog(props: { html: string; title: string; onClose: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { page, css } = useMemo(() => takeStyles(props.html), [props.html]);
  const prepare = () => {
    const inside = frame.current?.contentDocument;
    if (!inside) return;
    addStyles(inside, css);
    for (const link of inside.querySelectorAll('a[href]')) link.removeAttribute('href');
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
        // Ours, so that its links can be taken away, but without scripts, forms, windows and ways out.
        sandbox="allow-same-origin"
        srcDoc={page}
        title={props.title}
        onLoad={prepare}
      />
    </AppModal>
  );
}

const styleElement = /<style>([^<]*)<\/style>/g;

/** Takes the styles out of the page, whose content policy is the portal's while it stands here: they are added by code. */
function takeStyles(html: string): { page: string; css: string } {
  const css = [...html.matchAll(styleElement)].map(([, rules]) => rules).join('\n');
  return { page: html.replaceAll(styleElement, ''), css };
}
