import { PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { createPortal } from 'react-dom';
import { installation } from '#contract/installation.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { queryOf } from '#web/api/query-of.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import paper from '#web/toolkit/page/print.module.css';
import { usePrinting } from '#web/toolkit/page/use-printing.ts';
import { InstallationBoard } from './InstallationBoard.tsx';

/** Interval for reloading the figures of the database; a hidden tab does not reload. */
const refreshMilliseconds = 15_000;

/**
 * Shows 系统运行: the health of the portal, its queues, its free space, and the installation (decision 0175).
 */
export function InstallationScreen() {
  const installationQuery = useQuery(queryOf(installation.show, {}));
  const figures = useQuery({ ...queryOf(installation.figures, {}), refetchInterval: refreshMilliseconds });
  const { printing, print } = usePrinting();
  const failedQuery = [installationQuery, figures].find(({ isError, data }) => isError && data === undefined);
  const board = installationQuery.data && figures.data && (
    <InstallationBoard
      installation={installationQuery.data}
      figures={figures.data}
      readAt={new Date(figures.dataUpdatedAt)}
    />
  );
  return (
    <Page
      title="系统运行"
      actions={
        <Button icon={<PrinterOutlined aria-hidden />} disabled={!board} onClick={() => print()}>
          打印
        </Button>
      }
    >
      {/* While the server does not answer, the last figures stay, with a notice. */}
      {figures.isError && figures.data && (
        <FailureState compact failure={figures.error} onRetry={() => void figures.refetch()} />
      )}
      {board && <section aria-label="运行情况">{board}</section>}
      {!board && (
        <Card>
          {failedQuery ? (
            <FailureState
              failure={failedQuery.error}
              onRetry={() => void Promise.all([installationQuery.refetch(), figures.refetch()])}
            />
          ) : (
            <SkeletonRows rows={12} />
          )}
        </Card>
      )}
      {printing &&
        board &&
        createPortal(
          <article className={paper.sheet}>
            <h1>系统运行</h1>
            <p className={paper.code}>{minuteText(new Date(figures.dataUpdatedAt))}</p>
            {board}
          </article>,
          document.body,
        )}
    </Page>
  );
}
