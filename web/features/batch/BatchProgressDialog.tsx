import { InfoCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { OutcomeProgressBar } from '#web/toolkit/feedback/OutcomeProgressBar.tsx';
import { ListTabs } from '#web/toolkit/list/ListTabs.tsx';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { saveFile } from '#web/toolkit/page/save-file.ts';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { ScrollRegion } from '#web/toolkit/table/ScrollRegion.tsx';
import styles from './batch.module.css';
import { type BatchJob, type BatchRow, countStates, isRunning } from './batch-run.ts';
import { batchTitle, outcomeCsv, sortRows, stateLabel, stateTone, timeOfDayText } from './batch-texts.ts';
import { tabBatch } from './tab-batch.ts';

const tabs = ['all', 'done', 'failed', 'waiting'] as const;
type Tab = (typeof tabs)[number];
const tabLabel: Record<Tab, string> = { all: '全部', done: '成功', failed: '失败', waiting: '等待' };

/** Shows a running batch and its result: closing the dialog does not stop it, and stopping undoes nothing. */
export function BatchProgressDialog(props: { job: BatchJob; onHide: () => void; onEnd: () => void }) {
  const { job, onHide, onEnd } = props;
  const [tab, setTab] = useState<Tab>('all');
  const panelId = useId();
  const counts = countStates(job.rows);
  const running = isRunning(job);
  const finishedCount = counts.done + counts.failed;
  const countOfTab: Record<Tab, number> = {
    all: job.rows.length,
    done: counts.done,
    failed: counts.failed,
    waiting: counts.waiting + counts.running + counts.stopped,
  };
  const retriableCount = job.rows.filter(({ state, retriable }) => state === 'failed' && retriable).length;
  const visibleRows = sortRows(job.rows).filter((row) => tab === 'all' || tabOf(row) === tab);
  return (
    <AppModal
      open
      className={styles.dialog}
      width={1120}
      title={
        <>
          {batchTitle(job.button.name)} {job.rows.length} 件
          <span className={styles.about}>{job.opinion === '' ? '无处理意见' : `意见：${job.opinion}`}</span>
        </>
      }
      onCancel={running ? onHide : onEnd}
      footer={
        <div className={styles.foot}>
          <span>
            <InfoCircleOutlined aria-hidden />{' '}
            {running
              ? '可以关闭这个窗口，余下的继续办理；请不要关闭浏览器页面。'
              : counts.stopped > 0
                ? '未提交的办件仍在待办中。'
                : '已全部处理完毕。'}
          </span>
          <Button
            onClick={() =>
              saveFile(`批量办理结果${localDateOf(new Date(job.startedAt))}.csv`, outcomeCsv(job))
            }
            disabled={running}
          >
            导出结果
          </Button>
          {counts.waiting > 0 && !job.stopped && (
            <Button onClick={() => tabBatch.stop()}>停止余下 {counts.waiting} 件</Button>
          )}
          {counts.stopped > 0 && (
            <Button disabled={running} onClick={() => tabBatch.retry('stopped')}>
              继续办理 {counts.stopped} 件
            </Button>
          )}
          <Button disabled={running || retriableCount === 0} onClick={() => tabBatch.retry('failed')}>
            重试失败 {retriableCount} 件
          </Button>
          {running ? (
            <Button type="primary" onClick={onHide}>
              在后台继续
            </Button>
          ) : (
            <Button type="primary" onClick={onEnd}>
              完成
            </Button>
          )}
        </div>
      }
    >
      <OutcomeProgressBar
        label="批量办理进度"
        headline={`已完成 ${finishedCount} / ${job.rows.length} 件`}
        breakdown={`成功 ${counts.done}，失败 ${counts.failed}，余 ${job.rows.length - finishedCount}`}
        total={job.rows.length}
        done={counts.done}
        failed={counts.failed}
      />
      <div className={styles.tabs}>
        <ListTabs
          label="办理结果"
          tabs={tabs.map((name) => ({
            name,
            label: tabLabel[name],
            count: String(countOfTab[name]),
            ...(name === 'failed' && { tone: 'error' as const }),
          }))}
          active={tab}
          panelId={panelId}
          onChange={(name) => setTab(name as Tab)}
        />
      </div>
      <ScrollRegion className={styles.tasks} id={panelId} role="tabpanel" label={tabLabel[tab]}>
        {visibleRows.length === 0 ? (
          <EmptyState compact title={`没有${tabLabel[tab]}的办件`} />
        ) : (
          <Outcomes rows={visibleRows} />
        )}
      </ScrollRegion>
    </AppModal>
  );
}

function tabOf({ state }: BatchRow): Tab {
  return state === 'done' || state === 'failed' ? state : 'waiting';
}

function Outcomes({ rows }: { rows: readonly BatchRow[] }) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">每件的结果</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.state}>
            结果
          </th>
          <th scope="col" className={styles.code}>
            流水号
          </th>
          <th scope="col">标题</th>
          <th scope="col" className={styles.reasonHead}>
            说明
          </th>
          <th scope="col" className={styles.way}>
            操作
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ traceId, state, code, title, note, at }) => (
          <tr key={traceId}>
            <td className={styles.state}>
              <StatusTag tone={stateTone[state]} label={stateLabel[state]} />
            </td>
            <td className={styles.code}>{code}</td>
            <td title={title}>{title}</td>
            <td className={state === 'failed' ? styles.reason : undefined} title={note}>
              {note}
              {at !== '' && `，${timeOfDayText(at)}`}
            </td>
            <td className={styles.way}>
              {state !== 'waiting' && state !== 'running' && (
                <Link to={detailUrl(code, { traceId, ...(state === 'done' && { isDone: true }) })}>
                  查看办件
                </Link>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
