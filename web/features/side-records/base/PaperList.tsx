import { useQuery } from '@tanstack/react-query';
import { Button, Tag } from 'antd';
import { materialCheck } from '#contract/material-check.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useFileViewer } from '#web/toolkit/files/use-file-viewer.tsx';
import styles from './papers.module.css';
import type { RecordDialogProps } from './record-view.ts';

export interface ListedPaper {
  name: string;
  tag?: string;
  text?: string;
  fileIds: readonly string[];
  state?: string;
}

/** Shows the materials of a record's card; the names of their files are read when there are any. */
export function PaperList(props: { papers: readonly ListedPaper[]; order: RecordDialogProps['order'] }) {
  const { papers, order } = props;
  const ids = papers.flatMap(({ fileIds }) => fileIds);
  const materials = useQuery({
    ...queryOf(materialCheck.read, { params: { workorderCode: order.code } }),
    enabled: ids.length > 0,
  });
  const files = (materials.data?.files ?? []).filter(({ id }) => ids.includes(id));
  const { view, viewer } = useFileViewer(files);
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
            {fileIds.length > 0 && (
              <span className={styles.contentFiles}>
                {files
                  .filter(({ id }) => fileIds.includes(id))
                  .map((file) => (
                    <Button key={file.id} type="link" size="small" onClick={() => view(file.id)}>
                      {file.name}
                    </Button>
                  ))}
              </span>
            )}
          </li>
        ))}
      </ol>
      {viewer}
    </>
  );
}
