import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { materialCheck } from '#contract/material-check.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useFileViewer } from '#web/toolkit/files/use-file-viewer.tsx';
import styles from './papers.module.css';
import type { RecordDialogProps } from './record-view.ts';

/**
 * Returns a function that shows files of the order as buttons, and the viewer that they open; the names are read when
 * there are any.
 */
export function usePaperFiles(
  order: RecordDialogProps['order'],
  ids: readonly string[],
): { show: (fileIds: readonly string[]) => ReactNode; viewer: ReactNode } {
  const materials = useQuery({
    ...queryOf(materialCheck.read, { params: { workorderCode: order.code } }),
    enabled: ids.length > 0,
  });
  const files = (materials.data?.files ?? []).filter(({ id }) => ids.includes(id));
  const { view, viewer } = useFileViewer(files);
  const show = (fileIds: readonly string[]) =>
    fileIds.length > 0 && (
      <span className={styles.contentFiles}>
        {files
          .filter(({ id }) => fileIds.includes(id))
          .map((file) => (
            <Button key={file.id} type="link" size="small" onClick={() => view(file.id)}>
              {file.name}
            </Button>
          ))}
      </span>
    );
  return { show, viewer };
}
