import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type GroupRow,
  groupSheet,
  officeGroups,
  officePosts,
  type PostRow,
  postSheet,
} from '#contract/office-parts.ts';
import { organisations } from '#contract/organisations.ts';
import { queryOf } from '#web/api/query-of.ts';
import { Page } from '#web/toolkit/page/Page.tsx';
import { PartCard, peopleColumn } from './PartCard.tsx';
import { PartDialog } from './PartDialog.tsx';
import { type EditedPart, groupForm, postForm } from './part-forms.ts';

type Tab = 'posts' | 'groups';

/** Shows 岗位 and 用户组, to which processes assign work in addition to organisations and people. */
export function PostsScreen() {
  const [tab, setTab] = useState<Tab>('posts');
  const [editedPart, setEditedPart] = useState<EditedPart>();
  const posts = useQuery(queryOf(officePosts.list, {}));
  const groups = useQuery(queryOf(officeGroups.list, {}));
  const applications = useQuery(queryOf(organisations.applications, { query: { size: 10_000 } }));
  const nameOf = new Map(applications.data?.rows.map(({ id, name }) => [id, name]));
  const tabs = {
    label: '岗位与用户组',
    tabs: [
      { name: 'posts', label: '岗位', count: posts.data?.rows?.length },
      { name: 'groups', label: '用户组', count: groups.data?.rows?.length },
    ],
    active: tab,
    onChange: (name: string) => setTab(name as Tab),
  };
  return (
    <Page title="岗位与用户组">
      {tab === 'posts' ? (
        <PartCard<PostRow>
          tabs={tabs}
          key="posts"
          form={postForm}
          search={{ label: '查找岗位', placeholder: '岗位名称、编码或机构' }}
          sheet={postSheet}
          query={posts}
          hint="流程按岗位确定办理人：请先新建岗位，再在账号中为人员设置岗位。"
          columns={[
            { column: '所属机构', text: ({ orgName }) => orgName ?? '不限机构' },
            peopleColumn('在岗人数', 'positionId'),
          ]}
          onRequest={setEditedPart}
        />
      ) : (
        <PartCard<GroupRow>
          tabs={tabs}
          key="groups"
          form={groupForm}
          search={{ label: '查找用户组', placeholder: '用户组名称、编码或应用' }}
          sheet={groupSheet}
          query={groups}
          hint="同一事务由多人共同收件或核查的，请新建用户组。"
          columns={[
            {
              column: '业务应用',
              text: (row) => row.applications.map((id) => nameOf.get(id) ?? id).join('、') || '全部',
            },
            peopleColumn('人数', 'groupId'),
          ]}
          onRequest={setEditedPart}
        />
      )}
      {editedPart && <PartDialog editedPart={editedPart} onClose={() => setEditedPart(undefined)} />}
    </Page>
  );
}
