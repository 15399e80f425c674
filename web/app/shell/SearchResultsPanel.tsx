import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { catalogue } from '#contract/catalogue.ts';
import { type MenuNode, menus } from '#contract/menus.ts';
import { orderQuery, type SearchedOrder } from '#contract/order-query.ts';
import { organisations } from '#contract/organisations.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { totalText } from '#domain/lists/total-text.ts';
import { listMenuLeaves } from '#domain/menus/landing.ts';
import { findsName } from '#domain/texts/name-search.ts';
import { mayBePinyin } from '#domain/texts/spelled-search.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useMe } from '#web/api/use-me.ts';
import { useMenus } from '#web/features/menus/use-menus.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { HighlightedText } from '#web/toolkit/list/HighlightedText.tsx';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { clearRecentOrders, readRecentOrders } from '#web/toolkit/page/recent-orders.ts';
import { DueLight } from '#web/toolkit/status/DueLight.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { toneOfStatus } from '#web/toolkit/status/status-tone.ts';
import { worseDue } from '#web/toolkit/status/worse-due.ts';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import styles from './search-results-panel.module.css';
import { useAdministeredRecords } from './use-administered-records.ts';
import { useSearchScope } from './use-search-scope.ts';

const minLength = 2;

interface Row {
  key: string;
  url: string;
  title: ReactNode;
  secondLine?: ReactNode;
  endContent?: ReactNode;
}

interface Group {
  name: string;
  rows: readonly Row[];
  /** Number of all results, including those not shown. */
  total: number;
  headingAction?: ReactNode;
}

/**
 * Shows the results of the page search by kind: orders that the person may read, items, people, the records that
 * the person administers, menu entries, and recently opened orders. Each answer is stored with its search text,
 * so that an old one never appears for a new text.
 */
export function SearchResultsPanel({ keyword, onOpen }: { keyword: string; onOpen: () => void }) {
  const terms = keyword.split(/\s+/).filter(Boolean);
  const isLongEnough = keyword.length >= minLength;
  const ownMenus = useMenus() ?? [];
  const me = useMe();
  const [scope, setScope] = useState('全部');
  const [cleared, setCleared] = useState(false);
  const queryOptions = { retry: false } as const;
  const searchScope = useSearchScope();
  const { hasOrders, hasItems, hasPeople, hint, kinds } = searchScope;
  const orders = useQuery({
    ...queryOf(orderQuery.search, { query: { keyword } }),
    ...queryOptions,
    enabled: isLongEnough && hasOrders,
  });
  const items = useQuery({
    ...queryOf(catalogue.itemPage, { query: { size: 5, name: keyword } }),
    ...queryOptions,
    enabled: isLongEnough && hasItems,
  });
  const people = useQuery({
    ...queryOf(organisations.pickStaff, { query: { page: 1, size: 5, text: keyword } }),
    ...queryOptions,
    enabled: isLongEnough && hasPeople,
  });
  const mark = (text: string) => <HighlightedText text={text} words={terms} />;
  const isNumber = /^\d+$/.test(keyword);
  const queryUrl = `/query/all?${new URLSearchParams(isNumber ? { code: keyword } : { titleWords: keyword })}`;
  const recent = me === undefined || cleared ? [] : readRecentOrders(me.id);
  const administered = useAdministeredRecords(isLongEnough ? keyword : '', searchScope);
  const entries = useMenuEntries(isLongEnough ? keyword : '', listMenuLeaves(ownMenus));
  const groups: Group[] = [
    {
      name: '办件',
      rows: (orders.data?.rows ?? []).map((row) => rowOfOrder(row, mark)),
      total: orders.data?.total ?? 0,
      headingAction: hasPeople && (orders.data?.total ?? 0) > (orders.data?.rows.length ?? 0) && (
        <Link to={queryUrl} onClick={onOpen}>
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
        secondLine: categoryName,
        endContent: '发起',
      })),
      total: items.data?.total ?? 0,
    },
    {
      name: '人员',
      rows: (people.data?.rows ?? []).map(({ id, name, orgName, title, open }) => ({
        key: id,
        url: `/query/all?${new URLSearchParams({ person: id })}`,
        title: mark(name),
        secondLine: [orgName, title].filter(Boolean).join('　'),
        endContent: `在办 ${open}`,
      })),
      total: people.data?.total ?? 0,
    },
    ...administered.map(({ name, rows, total }) => ({
      name,
      rows: rows.map((row) => ({
        key: row.key,
        url: row.url,
        title: mark(row.name),
        secondLine: row.details,
        endContent: '打开',
      })),
      total,
    })),
    {
      name: '菜单',
      rows: entries.map(({ id, url, title }) => ({ key: id, url, title: mark(title), endContent: '打开' })),
      total: entries.length,
    },
  ];
  const recentGroup: Group = {
    name: '最近打开',
    rows: recent
      .filter(({ code, title }) => terms.every((term) => `${code} ${title}`.includes(term)))
      .map(({ code, title, at }) => ({
        key: code,
        url: detailUrl(code),
        title: (
          <>
            {mark(code)}　{mark(title)}
          </>
        ),
        endContent: minuteText(new Date(at)),
      })),
    total: recent.length,
    headingAction: (
      <button
        type="button"
        className={styles.clearButton}
        onClick={() => {
          if (me) clearRecentOrders(me.id);
          setCleared(true);
        }}
      >
        清除
      </button>
    ),
  };
  const visibleGroups = [...(isLongEnough ? groups : []), recentGroup].filter(
    ({ name, rows }) => rows.length > 0 && (scope === '全部' || scope === name),
  );
  const isLoading = isLongEnough && hasOrders && orders.isPending;
  const isLoaded = !isLoading && !orders.isError;
  const count = groups.reduce((sum, { total }) => sum + total, 0);
  return (
    <div className={styles.panel} data-found={isLoaded && isLongEnough ? keyword : undefined}>
      <span className="visually-hidden" role="status">
        {isLoaded && isLongEnough && `找到 ${count} 条`}
      </span>
      {isLongEnough && isLoaded && (
        <fieldset className={styles.scopes} aria-label="查找范围">
          {[undefined, ...groups.filter(({ rows }) => rows.length > 0)].map((group) => {
            const { name, total } = group ?? { name: '全部' };
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
      {isLoading && <SkeletonRows rows={3} rowHeight={52} />}
      {isLongEnough && orders.isError && (
        <FailureState compact failure={orders.error} onRetry={() => void orders.refetch()} />
      )}
      {visibleGroups.map(({ name, rows, headingAction }, groupIndex) => (
        <section key={name} aria-label={name}>
          <h2 className={styles.head}>
            {name}
            {headingAction}
          </h2>
          <ul className={styles.rows} aria-label={name === '办件' ? '找到的办件' : name}>
            {rows.map(({ key, url, title, secondLine, endContent }, index) => (
              <li key={key}>
                <Link
                  to={url}
                  className={joinClasses(
                    styles.row,
                    groupIndex + index === 0 && isLongEnough && styles.first,
                  )}
                  onClick={onOpen}
                  data-result=""
                >
                  <span className={styles.title}>{title}</span>
                  <span className={styles.end}>{endContent}</span>
                  {secondLine && <small className={styles.second}>{secondLine}</small>}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {visibleGroups.length === 0 && isLoaded && (
        <p className={styles.nothing}>{isLongEnough ? `没有找到“${keyword}”` : hint}</p>
      )}
      <p className={styles.foot}>
        <span>{hasOrders ? '只列出您有权查看的内容' : `只查找${kinds.join('、')}`}</span>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> 移动　<kbd>Enter</kbd> 打开　<kbd>Ctrl</kbd> <kbd>Enter</kbd> 新标签页打开
        </span>
      </p>
    </div>
  );
}

/** Returns the menu entries whose title has the keyword, in characters, pinyin or initials. */
function useMenuEntries(keyword: string, leaves: readonly MenuNode[]): readonly MenuNode[] {
  const spellings = useQuery({
    ...queryOf(menus.spellings, {}),
    retry: false,
    enabled: mayBePinyin(keyword),
  });
  if (keyword === '') return [];
  const pinyinOf = new Map((spellings.data ?? []).map(({ id, pinyin }) => [id, pinyin]));
  return leaves.filter(({ id, title }) => findsName(keyword, title, pinyinOf.get(id)));
}

function rowOfOrder(row: SearchedOrder, mark: (text: string) => ReactNode): Row {
  const { code, traceId, nodeName } = row;
  const location = nodeName === '' ? '' : `　${nodeName}${traceId === null ? '' : '，待我办理'}`;
  return {
    key: row.id,
    url: detailUrl(code, traceId === null ? {} : { traceId }),
    title: mark(row.title),
    secondLine: (
      <>
        {mark(code)}　{row.applicantWord} {row.applicantName}
        {location}
      </>
    ),
    endContent: (
      <>
        <StatusTag label={row.statusLabel} tone={toneOfStatus(row.status)} />
        {row.endedAt === null && <DueLight {...worseDue(row)} />}
      </>
    ),
  };
}
