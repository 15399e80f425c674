import { FullscreenOutlined, PrinterOutlined, ReloadOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';
import { type Dashboard, dashboard } from '#contract/dashboard.ts';
import { localDateOf, minuteText } from '#domain/calendar/local-date.ts';
import { queryOf } from '#web/api/query-of.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { ScreenSkeleton } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { usePrinting } from '#web/toolkit/page/use-printing.ts';
import { useReturnPath } from '#web/toolkit/page/use-return-path.ts';
import { useScreenRefresh } from '#web/toolkit/screen/screen.ts';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { useIsPhone } from '#web/toolkit/styles/use-window-size.ts';
import { IntakeBreakdownCard, StepCard, UnitCard } from './BarCards.tsx';
import { DashboardFilters } from './DashboardFilters.tsx';
import { DashboardPrint } from './DashboardPrint.tsx';
import styles from './dashboard.module.css';
import { quickSpan, readDashboardFilters, writeDashboardFilters } from './dashboard-address.ts';
import { FigureCards } from './FigureCards.tsx';
import { previousPeriodText } from './figure-texts.ts';
import { HourCard } from './HourCard.tsx';
import { IntakeCard, OnTimeCard } from './LineCards.tsx';
import { OverdueOfficesCard, OverduePeopleCard } from './OverdueCards.tsx';

/** Shows 数据看板: the figures of the office, each with a link to the orders behind it. */
export function DashboardPage() {
  const [search, setSearch] = useSearchParams();
  const filters = readDashboardFilters(search);
  const navigate = useNavigate();
  const { printing, print } = usePrinting();
  const page = useQuery({
    ...queryOf(dashboard.page, { query: filters }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  useScreenRefresh(() => void page.refetch());
  const { data } = page;
  const isPhone = useIsPhone();
  const returnPath = useReturnPath('/');
  const today = data?.today ?? localDateOf(new Date());
  const span = data?.span ?? quickSpan('本月', today);
  return (
    <Page
      title="数据看板"
      // On a phone the header has no sub-systems: the arrow leads back to the work.
      {...(isPhone && returnPath)}
      actions={
        <>
          {data !== undefined && !isPhone && (
            <span className={styles.updated}>数据截至 {minuteText(new Date(data.at))}</span>
          )}
          <Button
            type="text"
            size="small"
            aria-label="刷新"
            icon={<ReloadOutlined spin={page.isFetching && !page.isPending} />}
            onClick={() => void page.refetch()}
          />
          {/* A phone needs neither the wall nor printing. */}
          {!isPhone && (
            <>
              <Button
                size="small"
                icon={<PrinterOutlined />}
                disabled={data === undefined}
                onClick={() => print()}
              >
                打印简报
              </Button>
              <Button
                size="small"
                icon={<FullscreenOutlined />}
                onClick={() => void navigate('/dashboard/wall')}
              >
                大屏
              </Button>
            </>
          )}
        </>
      }
    >
      <div className={styles.board}>
        <DashboardFilters
          filters={filters}
          span={span}
          today={today}
          isLimited={data !== undefined && data.scope !== null}
          onChange={(next) => setSearch(writeDashboardFilters(next), { replace: true })}
        />
        {page.isPending && <ScreenSkeleton />}
        {page.isError && <FailureState failure={page.error} onRetry={() => void page.refetch()} />}
        {data !== undefined && !page.isError && (
          <div className={joinClasses(styles.board, page.isPlaceholderData && styles.stale)}>
            <Cards page={data} />
          </div>
        )}
      </div>
      {printing && data !== undefined && <DashboardPrint page={data} />}
    </Page>
  );
}

function Cards({ page }: { page: Dashboard }) {
  const { span, before, lastYear, scope } = page;
  const isPhone = useIsPhone();
  return (
    <>
      <p className={styles.compared}>
        {scope !== null && `只统计${scope}及下级机构受理的办件；`}
        {previousPeriodText(span)}：{before.from} 至 {before.to}；去年同期：{lastYear.from} 至 {lastYear.to}
        {/* Only a phone has no time next to the title. */}
        {isPhone && `；数据截至 ${minuteText(new Date(page.at))}`}
      </p>
      <FigureCards page={page} />
      <div className={styles.lines}>
        <IntakeCard page={page} />
        <OnTimeCard page={page} />
      </div>
      {/* Two columns of about the same height: a long table beside a short one with a card below it. */}
      <div className={styles.halves}>
        <div className={styles.column}>
          <OverduePeopleCard page={page} />
          <UnitCard page={page} />
        </div>
        <div className={styles.column}>
          <OverdueOfficesCard page={page} />
          <StepCard page={page} />
        </div>
      </div>
      <div className={styles.halves}>
        <IntakeBreakdownCard page={page} title="事项分类" firstColumnTitle="分类" parts={page.categories} />
        <IntakeBreakdownCard page={page} title="事项" firstColumnTitle="事项" parts={page.items} />
        <IntakeBreakdownCard page={page} title="收件渠道" firstColumnTitle="渠道" parts={page.channels} />
        <IntakeBreakdownCard page={page} title="行政区划" firstColumnTitle="区划" parts={page.areas} />
      </div>
      <HourCard page={page} />
    </>
  );
}
