import { PlusOutlined, TagsOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { itemSheet, items, type KeptItem, paperSheet } from '#contract/items.ts';
import { queryOf } from '#web/api/query-of.ts';
import { DefinitionSheets } from '#web/toolkit/definitions/DefinitionSheets.tsx';
import shared from '#web/toolkit/definitions/definitions.module.css';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import cells from '#web/toolkit/table/table.module.css';
import { WideTable } from '#web/toolkit/table/WideTable.tsx';
import { CategoriesDialog } from './CategoriesDialog.tsx';
import styles from './items.module.css';
import { NewItemDialog } from './NewItemDialog.tsx';
import { ofItems } from './use-item-deed.ts';

const sheets = [
  { title: '事项', calls: itemSheet },
  { title: '申请材料', calls: paperSheet },
];

const addressOf = (taskCode: string) => `/business/items/${encodeURIComponent(taskCode)}`;

/** 事项: what is on offer, of what process, and what was withdrawn (decision 0171). */
export function ItemsScreen() {
  const list = useQuery(queryOf(items.list, {}));
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'new' | 'categories'>();
  const close = () => setAsked(undefined);
  const { rows = [], categories = [] } = list.data ?? {};
  return (
    <Page
      title="事项"
      actions={
        <>
          <Button
            icon={<TagsOutlined aria-hidden />}
            disabled={!list.isSuccess}
            onClick={() => setAsked('categories')}
          >
            分类
          </Button>
          <Button
            type="primary"
            icon={<PlusOutlined aria-hidden />}
            disabled={!list.isSuccess}
            onClick={() => setAsked('new')}
          >
            新建事项
          </Button>
        </>
      }
    >
      <Card>
        <DefinitionSheets sheets={sheets} renews={ofItems} />
        {list.isPending && <SkeletonRows rows={8} />}
        {list.isError && <FailureState failure={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && rows.length === 0 && (
          <EmptyState
            title="还没有事项"
            hint="事项是可以发起的业务。先建立表单和流程，再新建事项；发布后，有发起权限的人员即可在“新建办件”中办理。"
            action={
              <Button type="primary" onClick={() => setAsked('new')}>
                新建事项
              </Button>
            }
          />
        )}
        {rows.length > 0 && <Items rows={rows} />}
      </Card>
      {asked === 'new' && (
        <NewItemDialog
          taken={rows.map(({ taskCode }) => taskCode)}
          onMade={({ code, name }) => {
            close();
            void navigate(addressOf(code), { state: { name } });
          }}
          onClose={close}
        />
      )}
      {asked === 'categories' && <CategoriesDialog categories={categories} onClose={close} />}
    </Page>
  );
}

function Items({ rows }: { rows: readonly KeptItem[] }) {
  const [wanted, setWanted] = useState('');
  const words = wanted.trim();
  const found = rows.filter((row) =>
    [row.name, row.taskCode, row.orgName, row.categoryName].some((text) => text.includes(words)),
  );
  return (
    <>
      <Input
        aria-label="查找事项"
        className={shared.search ?? ''}
        placeholder="事项名称、编码、机构或分类"
        allowClear
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      <WideTable
        label="事项列表"
        columns={[
          '事项',
          '分类',
          '受理机构',
          '状态',
          '流程',
          { title: '在办件数', kind: 'number' },
          '最近发布',
        ]}
      >
        {found.map((row) => (
          <tr key={row.taskCode}>
            <th scope="row">
              <Link to={addressOf(row.taskCode)}>{row.name}</Link>
            </th>
            <td>{row.categoryName}</td>
            <td>{row.orgName}</td>
            <td>
              <StatusTag
                label={row.current ? '已发布' : '已停用'}
                tone={row.current ? 'success' : 'neutral'}
              />
              {row.current && row.outdated && <small className={styles.hint}>流程或表单有新版</small>}
            </td>
            <td>{row.processName}</td>
            <td className={cells.number}>{row.running}</td>
            <td className={cells.quiet}>
              第 {row.version} 版 <DateTime value={row.publishedAt} dateOnly />
            </td>
          </tr>
        ))}
      </WideTable>
    </>
  );
}
