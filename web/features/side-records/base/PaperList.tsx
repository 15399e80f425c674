import { Tag } from 'antd';
import styles from './papers.module.css';
import type { RecordDialogProps } from './record-view.ts';
import { usePaperFiles } from './use-paper-files.tsx';

export interface ListedPaper {
  name: string;
  tag?: string;
  text?: string;
  fileIds: readonly string[];
  state?: string;
}

/** Shows the materials of a record's card with their files. */
export function PaperList(props: { papers: readonly ListedPaper[]; order: RecordDialogProps['order'] }) {
  const { papers, order } = props;
  const files = usePaperFiles(
    order,
    papers.flatMap(({ fileIds }) => fileIds),
  );
  return (
    <>
      <ol className={styles.content} aria-label="材料">
        {papers.map(({ name, tag, text, fileIds, state }) => (
          <li key={name}>
            <span className={styles.contentName}>
              {name} {tag !== undefined && <Tag>{tag}</Tag>}
            </span>
            {text !== undefined && <span className={styles.contentText}>{text}</span>}
            {state !== undefined && <span>{state}</span>}
            {files.show(fileIds)}
          </li>
        ))}
      </ol>
      {files.viewer}
    </>
  );
}
