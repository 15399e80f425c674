import { Button } from 'antd';
import { useState } from 'react';
import { type InstallationFigures, installation } from '#contract/installation.ts';
import { ConfirmDialog } from '#web/toolkit/confirm/ConfirmDialog.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import styles from './installation.module.css';
import { taskLabel } from './installation-texts.ts';

type FailedJob = NonNullable<InstallationFigures['database']>['failed'][number];

/** Shows the background jobs, and failed ones that wait for their next attempt. */
export function JobsCard({ database }: Pick<InstallationFigures, 'database'>) {
  const [openDialog, setOpenDialog] = useState<FailedJob>();
  const jobRetry = useReportedMutation(installation.retryJob);
  const jobs = database?.jobs ?? [];
  const countOf = (state: 'waiting' | 'running') => jobs.reduce((total, job) => total + job[state], 0);
  const failedJobs = database?.failed ?? [];
  const retry = async () => {
    if (openDialog && (await jobRetry.mutation({ params: { id: openDialog.id } }, '已安排立即重试')))
      setOpenDialog(undefined);
  };
  return (
    <Card title="后台任务" extra={database && `等待 ${countOf('waiting')}，执行中 ${countOf('running')}`}>
      {failedJobs.length === 0 ? (
        <p className={styles.note}>{database ? '没有失败的任务' : '数据库没有应答'}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">执行失败</th>
              <th scope="col">次数</th>
              <th scope="col">下次重试</th>
              <th scope="col">
                <span className={styles.unseen}>操作</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {failedJobs.map((job) => (
              <tr key={job.id}>
                <th scope="row">{taskLabel(job.task)}</th>
                <td>
                  {job.tries} / {job.triesAtMost}
                </td>
                <td>
                  <DateTime value={job.nextAt} />
                </td>
                <td>
                  <Button
                    size="small"
                    aria-label={`重试 ${taskLabel(job.task)} ${job.id}`}
                    onClick={() => setOpenDialog(job)}
                  >
                    重试
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {openDialog && (
        <ConfirmDialog
          action="重试"
          code={taskLabel(openDialog.task)}
          subject={`任务 ${openDialog.id}`}
          submitting={jobRetry.running}
          onConfirm={() => void retry()}
          onCancel={() => setOpenDialog(undefined)}
        >
          <p>不等预定时间，立即重新执行一次。失败的原因在服务器日志中按任务编号查找；请先排除原因。</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
