import { Button } from 'antd-mobile/es/components/button/button';
import { useRef, useState } from 'react';
import { shortFileName } from '#domain/uploads/file-name.ts';
import { isPhoto } from './compress-photo.ts';
import { Thumbnail } from './FileLine.tsx';
import { CloseIcon } from './icons.tsx';
import { fileToSend, type PhoneState } from './phone-state.ts';
import type { PhoneUpload } from './phone-upload.ts';
import styles from './picked.module.css';
import { useDragOrder } from './use-drag-order.ts';

/** Shows the chosen files in their order; tapping one offers the same moves as dragging (WCAG 2.5.7). */
export function PickedGrid(props: {
  state: PhoneState;
  problems: ReadonlyMap<string, string>;
  upload: PhoneUpload;
}) {
  const { state, problems, upload } = props;
  const { files } = state;
  const list = useRef<HTMLUListElement>(null);
  const draggedIndex = useDragOrder(list, upload.move);
  const [selectedKey, setSelectedKey] = useState<string>();
  const selectedIndex = files.findIndex(({ key }) => key === selectedKey);
  return (
    <>
      <ul ref={list} className={styles.grid} onContextMenu={(event) => event.preventDefault()}>
        {files.map((file, index) => {
          const { name } = fileToSend(file, state);
          return (
            <li
              key={file.key}
              className={styles.tile}
              data-place={index}
              data-dragged={draggedIndex === index || undefined}
            >
              <button
                type="button"
                className={styles.picture}
                data-fault={problems.has(file.key) || undefined}
                aria-pressed={file.key === selectedKey}
                aria-label={`第 ${index + 1} 个，${name}${problems.has(file.key) ? '，不能上传' : ''}`}
                onClick={() => setSelectedKey(file.key === selectedKey ? undefined : file.key)}
              >
                <Thumbnail blob={file.small ?? file.blob} />
                {!isPhoto(file.blob) && <span className={styles.tileName}>{shortFileName(name)}</span>}
              </button>
              <span className={styles.number} aria-hidden>
                {index + 1}
              </span>
              <button
                type="button"
                data-remove
                className={styles.remove}
                aria-label={`移除 ${name}`}
                onClick={() => upload.remove(file.key)}
              >
                <span>
                  <CloseIcon />
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {selectedIndex >= 0 && (
        <fieldset className={styles.moves}>
          <legend className="visually-hidden">移动第 {selectedIndex + 1} 个</legend>
          <span>第 {selectedIndex + 1} 个</span>
          <Button
            disabled={selectedIndex === 0}
            onClick={() => upload.move(selectedIndex, selectedIndex - 1)}
          >
            前移
          </Button>
          <Button
            disabled={selectedIndex === files.length - 1}
            onClick={() => upload.move(selectedIndex, selectedIndex + 1)}
          >
            后移
          </Button>
        </fieldset>
      )}
      {problems.size > 0 && (
        <div role="alert">
          <ul className={styles.faults}>
            {files.map((file, index) => {
              const problem = problems.get(file.key);
              return problem === undefined ? null : (
                <li key={file.key}>
                  第 {index + 1} 个，{shortFileName(fileToSend(file, state).name)}：{problem}
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </>
  );
}
