import { useEffect, useRef } from 'react';
import { FileIcon } from '../FileIcon.tsx';
import { useThumbnails } from '../use-thumbnails.ts';
import type { ViewedFile } from './viewed-file.ts';
import styles from './viewer.module.css';

/** Shows all files of the list as small pictures, each of which opens its file. */
export function FileStrip(props: {
  files: readonly ViewedFile[];
  shownId: string;
  onPick: (id: string) => void;
}) {
  const { files, shownId, onPick } = props;
  const pictures = useThumbnails(files);
  const strip = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the shown file
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView?.({ inline: 'nearest', block: 'nearest' });
  }, [shownId]);
  return (
    <ul ref={strip} className={styles.strip} aria-label="全部文件">
      {files.map(({ id, name }) => (
        <li key={id}>
          <button
            type="button"
            aria-label={`查看 ${name}`}
            title={name}
            aria-current={id === shownId || undefined}
            onClick={() => onPick(id)}
          >
            <FileIcon name={name} picture={pictures.get(id)} />
          </button>
        </li>
      ))}
    </ul>
  );
}
