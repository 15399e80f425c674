import { ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import type { HomePage as HomeContent } from '#contract/home.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { useMe } from '#web/api/use-me.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { ScreenSkeleton } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { useScreenRefresh } from '#web/toolkit/screen/screen.ts';
import { BlockSettings } from './BlockSettings.tsx';
import { type Arrangement, type Block, columnOf, readArrangement, writeArrangement } from './blocks.ts';
import { FigureStrip } from './FigureStrip.tsx';
import styles from './home.module.css';
import { homeQuery } from './home-query.ts';
import { canStart, DueThisWeek, QuickStart, UnreadCopies, UnreadMessages } from './SideBlocks.tsx';
import { NodeBars, OrdersWaitingForOthers, PriorityTasks, type UrgeDialogOfHome } from './WideBlocks.tsx';

const contentOf: Record<Block, (page: HomeContent, UrgeDialog: UrgeDialogOfHome) => ReactNode> = {
  first: (page) => <PriorityTasks page={page} />,
  nodes: (page) => <NodeBars page={page} />,
  others: (page, UrgeDialog) => <OrdersWaitingForOthers page={page} UrgeDialog={UrgeDialog} />,
  start: (page) => <QuickStart page={page} />,
  copies: (page) => <UnreadCopies page={page} />,
  unread: (page) => <UnreadMessages page={page} />,
  week: (page) => <DueThisWeek page={page} />,
};

/**
 * Shows 工作台: due tasks, tasks that wait for the user and for others, and items to start; every figure links
 * to its list.
 */
export function HomePage({ UrgeDialog }: { UrgeDialog: UrgeDialogOfHome }) {
  const me = useMe();
  const person = me?.username ?? '';
  const [arrangement, setArrangement] = useState(() => readArrangement(person));
  const page = useQuery(homeQuery);
  useScreenRefresh(() => void page.refetch());
  const saveArrangement = (next: Arrangement) => {
    setArrangement(next);
    writeArrangement(person, next);
  };
  return (
    <Page
      title="工作台"
      actions={
        <>
          {page.dataUpdatedAt > 0 && (
            <span className={styles.updated}>{minuteText(new Date(page.dataUpdatedAt))} 更新</span>
          )}
          <Button
            type="text"
            size="small"
            aria-label="刷新"
            icon={<ReloadOutlined spin={page.isFetching && !page.isPending} />}
            onClick={() => void page.refetch()}
          />
          <BlockSettings arrangement={arrangement} onChange={saveArrangement} />
        </>
      }
    >
      {page.isPending && <ScreenSkeleton />}
      {page.isError && page.data === undefined && (
        <FailureState failure={page.error} onRetry={() => void page.refetch()} />
      )}
      {page.data !== undefined && (
        <HomeBlocks page={page.data} arrangement={arrangement} UrgeDialog={UrgeDialog} />
      )}
    </Page>
  );
}

function HomeBlocks(props: { page: HomeContent; arrangement: Arrangement; UrgeDialog: UrgeDialogOfHome }) {
  const { page, arrangement, UrgeDialog } = props;
  const visibleBlocks = arrangement.order.filter(
    (block) => !arrangement.hidden.includes(block) && (block !== 'start' || canStart(page)),
  );
  const renderColumn = (name: 'wide' | 'side') =>
    visibleBlocks
      .filter((block) => columnOf[block] === name)
      .map((block) => (
        <div key={block} className={styles[block]}>
          {contentOf[block](page, UrgeDialog)}
        </div>
      ));
  return (
    <div className={styles.homePage}>
      <FigureStrip page={page} />
      <div className={styles.columns} data-testid="home-cards">
        <div className={styles.wide}>{renderColumn('wide')}</div>
        <div className={styles.side}>{renderColumn('side')}</div>
      </div>
    </div>
  );
}
