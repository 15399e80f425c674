import { CheckSquareOutlined, InboxOutlined, RollbackOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { HomePage } from '#contract/home.ts';
import { dueText } from '#domain/calendar/due-text.ts';
import { endOfDay } from '#domain/calendar/local-date.ts';
import { cappedCountText } from '#domain/lists/todo-tabs.ts';
import { FigureLinks } from '#web/toolkit/figures/FigureLinks.tsx';
import { DueLightDot } from '#web/toolkit/status/DueLight.tsx';

interface Figure {
  label: string;
  icon: ReactNode;
  count: number;
  to: string;
  note: string;
  tone?: 'error' | 'warning' | undefined;
}

/** Shows six figures, each a link to its list; only urgent ones are coloured. */
export function FigureStrip({ page }: { page: HomePage }) {
  const { counts, today, soonUntil } = page;
  const figures: readonly Figure[] = [
    {
      label: '超期',
      icon: <DueLightDot light="red" />,
      count: counts.overdue,
      to: '/todo?tab=overdue',
      note: counts.overdue > 0 ? '请优先办理' : '没有超期',
      tone: 'error',
    },
    {
      label: '今日到期',
      icon: <DueLightDot light="yellow" />,
      count: counts.today,
      to: '/todo?tab=today',
      note: dueText(endOfDay(today)),
      tone: 'warning',
    },
    {
      label: '将到期',
      icon: <DueLightDot light="yellow" />,
      count: counts.soon,
      to: '/todo?tab=soon',
      note: `${today.slice(5)} 至 ${soonUntil.slice(5)}`,
      tone: 'warning',
    },
    {
      label: '退回给我',
      icon: <RollbackOutlined />,
      count: counts.returned,
      to: '/todo?tab=returned',
      note: counts.returned > 0 ? '请补充后再办' : '没有退回',
    },
    {
      label: '全部待办',
      icon: <InboxOutlined />,
      count: counts.all,
      to: '/todo?tab=all',
      note: '按环节时限排列',
    },
    {
      label: '今天已办',
      icon: <CheckSquareOutlined />,
      count: page.doneToday,
      to: `/done?startDate=${today}&endDate=${today}`,
      note: `本周 ${page.doneThisWeek} 件`,
    },
  ];
  return (
    <FigureLinks
      label="我的件数"
      figures={figures.map(({ count, tone, ...figure }) => ({
        ...figure,
        text: cappedCountText(count),
        unit: '件',
        tone: count > 0 ? tone : undefined,
      }))}
    />
  );
}
