import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { dashboard, type Wall as WallAnswer } from '#contract/dashboard.ts';
import { localDateOf, minuteText, weekdayOf } from '#domain/calendar/local-date.ts';
import { queryOf } from '#web/api/query-of.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { Bars, intakeBars, overdueBars } from './BarCards.tsx';
import { figureCards } from './FigureCards.tsx';
import { weekdayNames } from './figure-texts.ts';
import { useIntakeChart, useRateChart } from './LineCards.tsx';
import { LineChart } from './LineChart.tsx';
import styles from './wall.module.css';

/** Interval of loading, as the heading says. */
const refreshMilliseconds = 60_000;
const maxRows = 4;

/**
 * Shows 大屏: the figures for the screen in the hall, 1920 by 1080. It covers the whole portal, has no control
 * except the link back and no personal data, and shows the time of its data; if the server is unreachable,
 * the last figures stay.
 */
export function Wall() {
  const wall = useQuery({
    ...queryOf(dashboard.wall, {}),
    refetchInterval: refreshMilliseconds,
    refetchIntervalInBackground: true,
  });
  useEffect(() => {
    document.title = '数据看板大屏 - 办件通';
  }, []);
  const { data } = wall;
  return createPortal(
    <section role="dialog" aria-modal="true" aria-label="数据看板大屏" className={styles.wall}>
      <Head wall={data} />
      {data !== undefined && <WallBoard wall={data} />}
      {data === undefined && wall.isError && (
        <FailureState failure={wall.error} onRetry={() => void wall.refetch()} />
      )}
      {data === undefined && wall.isPending && <p className={styles.waiting}>正在读取数据…</p>}
    </section>,
    document.body,
  );
}

function Head({ wall }: { wall: WallAnswer | undefined }) {
  const navigate = useNavigate();
  const [isFullScreen, setFullScreen] = useState(false);
  useEffect(() => {
    const update = () => setFullScreen(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, []);
  const exit = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    void navigate('/dashboard');
  };
  const data =
    wall &&
    `${dayText(wall.page.span.from)}至 ${dayText(wall.page.span.to)}　数据截至 ${minuteText(new Date(wall.page.at)).slice(11)}，每 60 秒更新`;
  return (
    <header className={styles.head}>
      <img src="/emblem.svg" alt="" />
      <h1>{wall === undefined ? '办件情况' : `${wall.name}办件情况`}</h1>
      <span className={styles.data}>{data}</span>
      <span className={styles.actions}>
        {!isFullScreen && (
          <Button
            ghost
            icon={<FullscreenOutlined />}
            onClick={() => void document.documentElement.requestFullscreen?.().catch(() => undefined)}
          >
            全屏
          </Button>
        )}
        <Button ghost icon={<FullscreenExitOutlined />} onClick={exit}>
          退出大屏
        </Button>
      </span>
      <Clock />
    </header>
  );
}

const dayText = (day: string) => `${Number(day.slice(5, 7))} 月 ${Number(day.slice(8))} 日`;

function Clock() {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const today = localDateOf(now);
  return (
    <time className={styles.clock} dateTime={now.toISOString()}>
      <b>{minuteText(now).slice(11)}</b>
      <span>
        {today}
        <br />
        {weekdayNames[weekdayOf(today)]?.replace('周', '星期')}
      </span>
    </time>
  );
}

/** Font size in the charts: 18 pixels on a screen of 1920. */
const chartFontSize = () => Math.max(12, Math.round((18 * window.innerWidth) / 1920));

function WallBoard({ wall }: { wall: WallAnswer }) {
  const { page, concludedToday } = wall;
  const [fontSize] = useState(chartFontSize);
  const intake = useIntakeChart(page, fontSize);
  const rate = useRateChart(page, fontSize);
  const overdue = overdueBars(page, maxRows);
  const items = intakeBars(page.items, maxRows);
  const concludedCount = page.days.find(({ day }) => day === page.today)?.concluded.count ?? 0;
  return (
    <div className={styles.board}>
      <ul className={styles.figures} aria-label="主要数据">
        {figureCards(page).map(({ label, value, unit, notes, isUrgent }) => (
          <li key={label} className={styles.card}>
            <span>{label}</span>
            <span className={joinClasses(styles.value, isUrgent && styles.urgent)}>
              {value} <small>{unit}</small>
            </span>
            <span className={styles.note}>{notes[0]}</span>
          </li>
        ))}
      </ul>
      <div className={styles.lines}>
        <section className={styles.card} aria-label="收件与办结">
          <h2>
            收件与办结
            <small>
              {intake.lines.map(({ name, stroke, colour }) => (
                <span key={name} className={styles.line}>
                  <span style={{ color: `var(--${colour})` }}>{strokeSigns[stroke]}</span> {name}
                </span>
              ))}
            </small>
          </h2>
          <LineChart chartData={intake} label="按日收件与办结的折线图" />
        </section>
        <section className={styles.card} aria-label="按期办结率">
          <h2>
            按期办结率<small>近 {page.months.length} 个月</small>
          </h2>
          <LineChart chartData={rate} label="近几个月按期办结率的折线图" />
        </section>
      </div>
      <div className={styles.thirds}>
        <section className={styles.card} aria-label="全程超期">
          <h2>
            全程超期<small>按受理机构</small>
          </h2>
          {overdue.length === 0 ? <p>没有超期的办件。</p> : <Bars bars={overdue} isUrgent hasLinks={false} />}
        </section>
        <section className={styles.card} aria-label="事项收件">
          <h2>
            事项收件<small>较上月同期</small>
          </h2>
          {items.length === 0 ? <p>本月还没有收件。</p> : <Bars bars={items} hasLinks={false} />}
        </section>
        <section className={styles.card} aria-label="今日办结">
          <h2>
            今日办结<small>{concludedCount} 件</small>
          </h2>
          {concludedToday.length === 0 && <p>今天还没有办结的办件。</p>}
          <ul className={styles.concluded}>
            {concludedToday.slice(0, maxRows).map(({ at, code, categoryName, workedDays }) => (
              <li key={code}>
                <span>{minuteText(new Date(at)).slice(11)}</span>
                <span>{code}</span>
                <b>{categoryName}</b>
                <span>用时 {workedDays} 个工作日</span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}

const strokeSigns = { solid: '━', dashed: '╍', dotted: '┈' } as const;
