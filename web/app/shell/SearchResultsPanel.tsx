import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { catalogue } from '#contract/catalogue.ts';
import { orderQuery, type SearchedOrder } from '#contract/order-query.ts';
import { organisations } from '#contract/organisations.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { totalText } from '#domain/lists/total-text.ts';
import { listMenuLeaves } from '#domain/menus/landing.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useMe } from '#web/api/use-me.ts';
import { isInMenu } from '#web/features/menus/menu-tree.ts';
import { useMenus } from '#web/features/menus/use-menus.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { HighlightedText } from '#web/toolkit/list/HighlightedText.tsx';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { clearRecentOrders, readRecentOrders } from '#web/toolkit/page/recent-orders.ts';
import { DueLight } from '#web/toolkit/status/DueLight.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { toneOfStatus } from '#web/toolkit/status/status-tone.ts';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import styles from './search-results-panel.module.css';

const shortest = 2;

interface Row {
  key: string;
  url: string;
  title: ReactNode;
  second?: ReactNode;
  end?: ReactNode;
}

interface Group {
  name: string;
  rows: readonly Row[];
  /** Number of all results, including those not shown. */
  total: number;
  more?: ReactNode;
}

/**
 * Shows the results of the page search by kind: orders that the person may read, items, people, menu entries,
 * and recently opened orders. Each answer is kept with its search text, so that an old one never appears for
 * a new text.
 */
export function SearchResultsPanel({ keyword, onOpen }: { keyword: string; onOpen: () => void }) {
  const words = keyword.split(/\s+/).filter(Boolean);
  const long = keyword.length >= shortest;
  const menus = useMenus() ?? [];
  const me = useMe();
  const [scope, setScope] = useState('全部');
  const [cleared, setCleared] = useState(false);
  const asks = { enabled: long, retry: false } as const;
  const orders = useQuery({ ...queryOf(orderQuery.search, { query: { keyword } }), ...asks });
  const starts = isInMenu(menus, '/workflow-new');
  const items = useQuery({
    ...queryOf(catalogue.itemPage, { query: { size: 5, name: keyword } }),
    ...asks,
    enabled: long && starts,
  });
  const queries = isInMenu(menus, '/query/all');
  const people = useQuery({
    ...queryOf(organisations.pickStaff, { query: { page: 1, size: 5, text: keyword } }),
    ...asks,
    enabled: long && queries,
  });
  const mark = (text: string) => <HighlightedText text={text} words={words} />;
  const isNumber = /^\d+$/.test(keyword);
  const all = `/query/all?${new URLSearchParams(isNumber ? { code: keyword } : { titleWords: keyword })}`;
  const recent = me === undefined || cleared ? [] : readRecentOrders(me.id);
  const entries = long ? listMenuLeaves(menus).filter(({ title }) => title.includes(keyword)) : [];
  const found: Group[] = [
    {
      name: '办件',
      rows: (orders.data?.rows ?? []).map((row) => rowOfOrder(row, mark)),
      total: orders.data?.total ?? 0,
      more: queries && (orders.data?.total ?? 0) > (orders.data?.rows.length ?? 0) && (
        <Link to={all} onClick={onOpen}>
          在综合查询中查看全部 {totalText(orders.data?.total ?? 0)} 件
        </Link>
      ),
    },
    {
      name: '事项',
      rows: (items.data?.rows ?? []).map(({ taskCode, name, categoryName }) => ({
        key: taskCode,
        url: `/initiation/${taskCode}`,
        title: mark(name),
        second: categoryName,
        end: '发起',
      })),
      total: items.data?.total ?? 0,
    },
    {
      name: '人员',
      rows: (people.data?.rows ?? []).map(({ id, name, orgName, title, open }) => ({
        key: id,
        url: `/query/all?${new URLSearchParams({ person: id })}`,
        title: mark(name),
        second: [orgName, title].filter(Boolean).join('　'),
        end: `在办 ${open}`,
      })),
      total: people.data?.total ?? 0,
    },
    {
      name: '菜单',
      rows: entries.map(({ id, url, title }) => ({ key: id, url, title: mark(title), end: '打开' })),
      total: entries.length,
    },
  ];
  const recentGroup: Group = {
    name: '最近打开',
    rows: recent
      .filter(({ code, title }) => words.every((word) => `${code} ${title}`.includes(word)))
      .map(({ code, title, at }) => ({
        key: code,
        url: detailUrl(code),
        title: (
          <>
            {mark(code)}　{mark(title)}
          </>
        ),
        end: minuteText(new Date(at)),
      })),
    total: recent.length,
    more: (
      <button
        type="button"
        className={styles.forget}
        onClick={() => {
          if (me) clearRecentOrders(me.id);
          setCleared(true);
        }}
      >
        清除
      </button>
    ),
  };
  const shown = [...(long ? found : []), recentGroup].filter(
    ({ name, rows }) => rows.length > 0 && (scope === '全部' || scope === name),
  );
  const waits = long && orders.isPending;
  const settled = !waits && !orders.isError;
  const count = found.reduce((sum, { total }) => sum + total, 0);
  return (
    <div className={styles.panel} data-found={settled && long ? keyword : undefined}>
      <span className="visually-hidden" role="status">
        {settled && long && `找到 ${count} 条`}
      </span>
      {long && settled && (
        <fieldset className={styles.scopes} aria-label="查找范围">
          {['全部', ...found.filter(({ rows }) => rows.length > 0).map(({ name }) => name)].map((name) => {
            const total = found.find((group) => group.name === name)?.total;
            return (
              <button
                key={name}
                className={styles.scope}
                type="button"
                aria-pressed={scope === name}
                onClick={() => setScope(name)}
              >
                {name}
                {total !== undefined && ` ${totalText(total)}`}
              </button>
            );
          })}
        </fieldset>
      )}
      {waits && <SkeletonRows rows={3} rowHeight={52} />}
      {long && orders.isError && (
        <FailureState compact failure={orders.error} onRetry={() => void orders.refetch()} />
      )}
      {shown.map(({ name, rows, more }, place) => (
        <section key={name} aria-label={name}>
          <h2 className={styles.head}>
            {name}
            {more}
          </h2>
          <ul className={styles.rows} aria-label={name === '办件' ? '找到的办件' : name}>
            {rows.map(({ key, url, title, second, end }, index) => (
              <li key={key}>
                <Link
                  to={url}
                  className={joinClasses(styles.row, place + index === 0 && long && styles.first)}
                  onClick={onOpen}
                  data-result=""
                >
                  <span className={styles.title}>{title}</span>
                  <span className={styles.end}>{end}</span>
                  {second && <small className={styles.second}>{second}</small>}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {shown.length === 0 && settled && (
        <p className={styles.nothing}>
          {long
            ? `没有找到“${keyword}”`
            : '输入流水号、标题里的词、申请人、事项、人员或菜单名称，至少两个字。'}
        </p>
      )}
      <p className={styles.foot}>
        <span>只列出您有权查看的内容</span>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> 移动　<kbd>Enter</kbd> 打开　<kbd>Ctrl</kbd> <kbd>Enter</kbd> 新标签页打开
        </span>
      </p>
    </div>
  );
}

function rowOfOrder(row: SearchedOrder, mark: (text: string) => ReactNode): Row {
  const { code, traceId, nodeName } = row;
  const where = nodeName === '' ? '' : `　${nodeName}${traceId === null ? '' : '，待我办理'}`;
  return {
    key: row.id,
    url: detailUrl(code, traceId === null ? {} : { traceId }),
    title: mark(row.title),
    second: (
      <>
        {mark(code)}　{row.applicantWord} {row.applicantName}
        {where}
      </>
    ),
    end: (
      <>
        <StatusTag label={row.statusLabel} tone={toneOfStatus(row.status)} />
        {row.endedAt === null && <DueLight due={row.due} />}
      </>
    ),
  };
}
