import { exportLimits } from '#domain/lists/export-limits.ts';
import { ExportTasks } from '#web/toolkit/exports/ExportTasks.tsx';
import { useMyExports } from '#web/toolkit/exports/my-exports.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { useReturnPath } from '#web/toolkit/page/use-return-path.ts';

/** Shows 我的导出: the user's exported files, the newest first, for as long as they are stored. */
export function MyExports() {
  const returnPath = useReturnPath('/');
  const exports = useMyExports();
  return (
    <Page title="我的导出" {...returnPath}>
      <Card title={`最近 ${exportLimits.retentionDays} 天的导出文件`}>
        {exports.isPending && <SkeletonRows rows={6} />}
        {exports.isError && <FailureState failure={exports.error} onRetry={() => void exports.refetch()} />}
        {exports.data?.rows.length === 0 && (
          <EmptyState title="还没有导出过文件" hint="在列表上方选择“导出”，生成的文件会保存在这里。" />
        )}
        {exports.data !== undefined && exports.data.rows.length > 0 && (
          <ExportTasks tasks={exports.data.rows} label="我的导出" />
        )}
      </Card>
    </Page>
  );
}
