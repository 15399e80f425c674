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
 * there are any. Files without a name are counted, with the reason.
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
  const show = (fileIds: readonly string[]) => {
    if (fileIds.length === 0) return null;
    const shown = files.filter(({ id }) => fileIds.includes(id));
    const unnamed = fileIds.length - shown.length;
    return (
      <span className={styles.contentFiles}>
        {shown.map((file) => (
          <Button key={file.id} type="link" size="small" onClick={() => view(file.id)}>
            {file.name}
          </Button>
        ))}
        {materials.isPending && <span className={styles.second}>{unnamed} 个文件，正在读取……</span>}
        {materials.isError && (
          <Button type="link" size="small" onClick={() => void materials.refetch()}>
            {unnamed} 个文件没有读出来，重试
          </Button>
        )}
        {materials.isSuccess && unnamed > 0 && (
          <span className={styles.second}>另有 {unnamed} 个文件已不在办件附件中</span>
        )}
      </span>
    );
  };
  return { show, viewer };
}
