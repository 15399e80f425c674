import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useNavigate } from 'react-router';
import { type BusinessItemRow, catalogue } from '#contract/catalogue.ts';
import { queryOf } from '#web/api/query-of.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { CategoryList } from './CategoryList.tsx';
import styles from './catalogue.module.css';
import { readRecentItems, storeRecentItem } from './recent-items.ts';

/** Maximum number of items to load; an office has some dozens. */
const maxItems = 200;

/** Shows 新建办件: the items that can be started, by category, with the last used ones on top. */
export function CatalogueScreen() {
  const navigate = useNavigate();
  const [categoryId, setCategoryId] = useState<string>();
  const [searchText, setSearchText] = useState('');
  const [recent, setRecent] = useState(readRecentItems);
  const name = useDeferredValue(searchText.trim());
  const query = { size: maxItems, ...(name && { name }), ...(categoryId !== undefined && { categoryId }) };
  const items = useQuery({
    ...queryOf(catalogue.itemPage, { query }),
    placeholderData: keepPreviousData,
  });
  const rows = items.data?.rows ?? [];
  const isUnfiltered = name === '' && categoryId === undefined;
  const recentItems = isUnfiltered
    ? recent.flatMap((code) => rows.find((row) => row.taskCode === code) ?? [])
    : [];

  const start = (item: BusinessItemRow) => {
    storeRecentItem(item.taskCode);
    setRecent(readRecentItems());
    void navigate(`/initiation/${item.taskCode}`);
  };

  return (
    <Page title="新建办件">
      <div className={styles.catalogue}>
        <CategoryList selectedId={categoryId} onSelect={setCategoryId} />
        <div className={styles.main}>
          <Input.Search
            className={styles.search}
            allowClear
            placeholder="搜索事项名称"
            aria-label="搜索事项名称"
            value={searchText}
            onChange={(event) => setSearchText(event.target.value)}
          />
          {items.isPending && <SkeletonRows rows={6} rowHeight={88} />}
          {items.isError && <FailureState failure={items.error} onRetry={() => void items.refetch()} />}
          {recentItems.length > 0 && <ItemGroup title="最近使用" items={recentItems} onStart={start} />}
          {rows.length > 0 && <ItemGroup title="全部事项" items={rows} onStart={start} />}
          {items.isSuccess && rows.length === 0 && (
            <EmptyState
              title={isUnfiltered ? '暂无可办理的事项' : '没有找到符合条件的事项'}
              hint={isUnfiltered ? '请联系配置管理员发布事项。' : '请更换关键词或分类后再试。'}
              action={
                !isUnfiltered && (
                  <Button
                    onClick={() => {
                      setSearchText('');
                      setCategoryId(undefined);
                    }}
                  >
                    查看全部事项
                  </Button>
                )
              }
            />
          )}
        </div>
      </div>
    </Page>
  );
}

function ItemGroup(props: {
  title: string;
  items: readonly BusinessItemRow[];
  onStart: (item: BusinessItemRow) => void;
}) {
  return (
    <section aria-label={props.title}>
      <h2 className={styles.title}>{props.title}</h2>
      <ul className={styles.items}>
        {props.items.map((item) => (
          <ItemCard key={item.id} item={item} onStart={() => props.onStart(item)} />
        ))}
      </ul>
    </section>
  );
}

/** Shows one item that can be started. */
function ItemCard(props: { item: BusinessItemRow; onStart: () => void }) {
  const { item, onStart } = props;
  return (
    <li className={styles.item}>
      <div className={styles.itemText}>
        <h3>{item.name}</h3>
        <p className={styles.summary}>{item.summary}</p>
        <p className={styles.facts}>
          <span>{item.categoryName}</span>
          <span>{item.orgName}</span>
          {item.limitText !== '' && <span>办理时限：{item.limitText}</span>}
        </p>
      </div>
      <Button type="primary" ghost onClick={onStart} aria-label={`发起${item.name}`}>
        发起
      </Button>
    </li>
  );
}
