import { Button } from 'antd';
import { useRef } from 'react';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import styles from './archive.module.css';

/** The page of a package as it opens from a disk, in a frame that runs nothing; its files come with the package alone. */
export function ArchivePageDialog(props: { html: string; title: string; onClose: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const leadNowhere = () => {
    const links = frame.current?.contentDocument?.querySelectorAll('a[href]') ?? [];
    for (const link of links) link.removeAttribute('href');
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
        srcDoc={props.html}
        title={props.title}
        onLoad={leadNowhere}
      />
    </AppModal>
  );
}
