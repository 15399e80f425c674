import { FlagOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { OutputOf } from '#contract/endpoint.ts';
import { sideRecords } from '#contract/side-records.ts';
import { type SupervisionRow, supervision } from '#contract/supervision.ts';
import { type SupervisionTab, supervisionTabLabel, supervisionTabs } from '#domain/lists/supervision-tabs.ts';
import { cappedCountText } from '#domain/lists/todo-tabs.ts';
import { supervisionCardLabel } from '#domain/records/card-rule.ts';
import { letterLimits } from '#domain/records/supervision.ts';
import { queryOf, renewAfter } from '#web/api/query-of.ts';
import { FigureLinks } from '#web/toolkit/figures/FigureLinks.tsx';
import type { ListCard } from '#web/toolkit/list/ListCards.tsx';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import type { ListTab } from '#web/toolkit/list/ListTabs.tsx';
import {
  type ListColumn,
  type ListFilter,
  type ListTools,
  listQueryOf,
} from '#web/toolkit/list-model/list-types.ts';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { DueLight, DueLightDot } from '#web/toolkit/status/DueLight.tsx';
import { StatusTag, type StatusTone } from '#web/toolkit/status/StatusTag.tsx';
import { BatchLetterDialog } from './BatchLetterDialog.tsx';
import { CardMark } from './CardMark.tsx';
import styles from './supervision.module.css';

const toneOfState: Readonly<Record<string, StatusTone>> = {
  demanded: 'error',
  awaiting: 'warning',
  returned: 'returned',
  answered: 'progress',
  accepted: 'success',
};
const toneOf = ({ state }: SupervisionRow) => toneOfState[state] ?? 'neutral';
const urlOf = ({ code }: SupervisionRow) => detailUrl(code);

/** Shows the limit to answer of an open letter, the limit of a late step, or when the letter was settled. */
function LimitOrEnd({ row }: { row: SupervisionRow }) {
  return row.due.light === 'none' ? <DateTime value={row.changedAt} /> : <DueLight due={row.due} />;
}

const columns: readonly ListColumn<SupervisionRow>[] = [
  { key: 'code', title: '流水号', width: 116, link: urlOf, render: ({ code }) => code },
  {
    key: 'title',
    title: '办件名称',
    width: 280,
    minWidth: 180,
    grows: true,
    hint: ({ title }) => title,
    render: ({ title }) => title,
  },
  {
    key: 'handlers',
    title: '负责答复',
    width: 168,
    hint: ({ handlerNames }) => handlerNames,
    render: ({ handlerNames }) => handlerNames || '—',
  },
  { key: 'card', title: '亮牌', width: 88, render: ({ card }) => <CardMark card={card} /> },
  {
    key: 'state',
    title: '督办状态',
    width: 140,
    render: (row) => <StatusTag tone={toneOf(row)} label={row.stateName} />,
  },
  { key: 'due', title: '答复期限', width: 190, render: (row) => <LimitOrEnd row={row} /> },
  { key: 'openedBy', title: '督办人', width: 84, render: ({ openedBy }) => openedBy || '—' },
  {
    key: 'openedAt',
    title: '发出时间',
    width: 150,
    hiddenByDefault: true,
    sort: 'openedAt',
    render: ({ openedAt }) => <DateTime value={openedAt} />,
  },
];

const filters: readonly ListFilter[] = [
  { kind: 'text', name: 'keyword', label: '办件', placeholder: '流水号或办件名称' },
  {
    kind: 'select',
    name: 'card',
    label: '亮牌',
    options: (['yellow', 'red'] as const).map((value) => ({ value, label: supervisionCardLabel[value] })),
  },
  { kind: 'daySpan', name: 'days', label: '发出日期', from: 'startDate', to: 'endDate' },
];

const emptyOfTab: Partial<Record<SupervisionTab, ListTab['empty']>> = {
  demanded: { title: '没有应督未督的办件', hint: '事项规定的超期天数达到后，应发督办单的办件显示在这里。' },
  answered: { title: '没有待认可的答复' },
};

function cardOf(row: SupervisionRow): ListCard {
  return {
    title: row.title,
    url: urlOf(row),
    secondLine: `${row.code}　${row.handlerNames}`,
    tag: <StatusTag tone={toneOf(row)} label={row.stateName} />,
    light: (
      <>
        <CardMark card={row.card} /> <LimitOrEnd row={row} />
      </>
    ),
  };
}

/** Shows 督办: what rules demand, open letters and answers, with figures; letters are opened for ticked rows. */
export function SuperviseScreen() {
  const figures = useQuery(queryOf(supervision.figures, {}));
  const [chosen, setChosen] = useState<{ list: ListTools<SupervisionRow> }>();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data } = figures;
  const counts: Partial<Record<SupervisionTab, number>> = data
    ? {
        all: data.demanded + data.awaiting + data.answered + data.settled,
        demanded: data.demanded,
        open: data.awaiting,
        answered: data.answered,
        settled: data.settled,
      }
    : {};
  const tabs = supervisionTabs.map((name): ListTab => {
    const count = counts[name];
    const empty = emptyOfTab[name];
    return {
      name,
      label: supervisionTabLabel[name],
      count: count === undefined ? undefined : cappedCountText(count),
      ...(name === 'demanded' && { tone: 'error' as const }),
      ...(name === 'answered' && { tone: 'warning' as const }),
      ...(empty && { empty }),
    };
  });
  return (
    <>
      <ListPage<SupervisionRow>
        name="supervise"
        title="督办"
        exportName="supervision"
        source={(query) => listQueryOf(supervision.page, query)}
        rowKey={({ id }) => id}
        filters={filters}
        columns={columns}
        card={cardOf}
        tabs={tabs}
        introduction={data && <Figures figures={data} />}
        selectable
        selectionTools={(list) => <OpenLetters list={list} onPress={() => setChosen({ list })} />}
        rowActions={(row) => [
          {
            key: 'open',
            label: row.state === 'answered' ? '审阅答复' : '查看',
            onRun: () => void navigate(urlOf(row)),
          },
        ]}
        empty={{ title: '没有督办单', hint: '在办件详情中可以督办；应督未督的办件也显示在这里。' }}
      />
      {chosen && (
        <BatchLetterDialog
          orders={ordersOf(chosen.list.selected)}
          onClose={() => setChosen(undefined)}
          onDone={() => {
            setChosen(undefined);
            chosen.list.choose([]);
            void renewAfter(client, sideRecords.supervision);
          }}
        />
      )}
    </>
  );
}

/** Returns the orders of rows without an open letter, each once. */
function ordersOf(rows: readonly SupervisionRow[]) {
  const open = rows.filter(({ state }) => !['awaiting', 'answered', 'returned'].includes(state));
  return [...new Map(open.map(({ code, title }) => [code, { code, title }])).values()];
}

function OpenLetters({ list, onPress }: { list: ListTools<SupervisionRow>; onPress: () => void }) {
  const { length } = ordersOf(list.selected);
  const isTooMany = length > letterLimits.orders;
  return (
    <Button
      type="primary"
      icon={<FlagOutlined aria-hidden />}
      disabled={length === 0 || isTooMany}
      title={isTooMany ? `一次最多督办 ${letterLimits.orders} 件` : undefined}
      onClick={onPress}
    >
      发督办单（{length} 件）
    </Button>
  );
}

function Figures({ figures }: { figures: OutputOf<typeof supervision.figures> }) {
  const { demanded, awaiting, late, answered, yellow, red, inTime } = figures;
  const percent = inTime.total === 0 ? '—' : `${((inTime.answered / inTime.total) * 100).toFixed(1)}%`;
  return (
    <div className={styles.figures}>
      <FigureLinks
        label="督办指标"
        figures={[
          {
            label: '应督未督',
            icon: <DueLightDot light="red" />,
            text: cappedCountText(demanded),
            unit: '件',
            to: '/supervise?tab=demanded',
            note: '按规定该发未发',
            tone: demanded > 0 ? 'error' : undefined,
          },
          {
            label: '待答复',
            text: cappedCountText(awaiting),
            unit: '件',
            to: '/supervise?tab=open',
            note: late > 0 ? `其中超期 ${late} 件` : '没有超期',
          },
          {
            label: '待认可',
            text: cappedCountText(answered),
            unit: '件',
            to: '/supervise?tab=answered',
            note: '认可后办件才能办结',
          },
          {
            label: '黄牌',
            text: cappedCountText(yellow.thisMonth),
            unit: '件',
            to: '/supervise?card=yellow',
            note: `本月，上月 ${yellow.lastMonth}`,
          },
          {
            label: '红牌',
            text: cappedCountText(red.thisMonth),
            unit: '件',
            to: '/supervise?card=red',
            note: `本月，上月 ${red.lastMonth}`,
          },
          {
            label: '按期答复',
            text: percent,
            to: '/supervise?tab=settled',
            note: `本月 ${inTime.answered} / ${inTime.total}`,
          },
        ]}
      />
    </div>
  );
}
