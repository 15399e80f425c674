import { FolderAddOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type ListedRule, ruleLibrary } from '#contract/rule-library.ts';
import { ruleTypeLabel } from '#domain/enumerations/rule-type.ts';
import { validationKindLabel } from '#domain/enumerations/validation-kind.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useNameSearch } from '#web/toolkit/choices/use-name-search.ts';
import { ShowCodesSwitch } from '#web/toolkit/codes/ShowCodesSwitch.tsx';
import { useShowCodes } from '#web/toolkit/codes/use-show-codes.ts';
import { DefinitionSearch } from '#web/toolkit/definitions/DefinitionSearch.tsx';
import { LocalDrafts } from '#web/toolkit/definitions/LocalDrafts.tsx';
import { newDefinitionAddress } from '#web/toolkit/definitions/new-definition-address.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { TableCard } from '#web/toolkit/table/TableCard.tsx';
import cells from '#web/toolkit/table/table.module.css';
import { type TableColumn, WideTable } from '#web/toolkit/table/WideTable.tsx';
import { NewRuleDialog } from './NewRuleDialog.tsx';
import { RuleGroupDialog } from './RuleGroupDialog.tsx';
import { type GroupOption, useRuleGroups } from './rule-groups.ts';

const addressOf = (code: string) => `/business/rules/${encodeURIComponent(code)}`;

const columnsOf = (showsCodes: boolean): readonly TableColumn[] => [
  '规则',
  ...(showsCodes ? ['编码'] : []),
  '规则组',
  { title: '类型', width: 92 },
  { title: '校验方式', width: 92 },
  { title: '当前版本', width: 92 },
  '用在哪里',
  { title: '最近发布', width: 168 },
];

/** Shows 规则: the rules with their groups, and the places that use them (decision 0219). */
export function RulesScreen() {
  const list = useQuery(queryOf(ruleLibrary.list, {}));
  const groups = useRuleGroups();
  const navigate = useNavigate();
  const [keyword, setKeyword] = useState('');
  const [openDialog, setOpenDialog] = useState<'rule' | 'group'>();
  const close = () => setOpenDialog(undefined);
  const rows = list.data?.rows ?? [];
  return (
    <Page
      title="规则"
      actions={
        <>
          <Button
            icon={<FolderAddOutlined aria-hidden />}
            disabled={!list.isSuccess}
            onClick={() => setOpenDialog('group')}
          >
            新建规则组
          </Button>
          <Button
            type="primary"
            icon={<PlusOutlined aria-hidden />}
            disabled={!list.isSuccess}
            onClick={() => setOpenDialog('rule')}
          >
            新建规则
          </Button>
        </>
      }
    >
      {list.isSuccess && (
        <LocalDrafts
          kind="rule"
          label="规则"
          usedCodes={rows.map(({ code }) => code)}
          addressOf={addressOf}
        />
      )}
      <TableCard
        filters={
          rows.length > 0 && (
            <DefinitionSearch label="查找规则" placeholder="规则名称、编码或规则组" onSearch={setKeyword} />
          )
        }
        tools={rows.length > 0 && <ShowCodesSwitch />}
      >
        {list.isPending && <SkeletonRows rows={8} />}
        {list.isError && <FailureState failure={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && rows.length === 0 && (
          <EmptyState
            title="还没有规则"
            hint="规则按条件或脚本校验填写的值，不满足时显示提示。写好后可以先试一试，再发布。"
            action={
              <Button type="primary" onClick={() => setOpenDialog('rule')}>
                新建规则
              </Button>
            }
          />
        )}
        {rows.length > 0 && <Rules rows={rows} groups={groups} keyword={keyword} />}
      </TableCard>
      {openDialog === 'rule' && (
        <NewRuleDialog
          usedCodes={rows.map(({ code }) => code)}
          usedNames={rows.map(({ name }) => name)}
          onCreate={({ code, name }) => {
            close();
            void navigate(newDefinitionAddress(addressOf(code)), { state: { title: name } });
          }}
          onClose={close}
        />
      )}
      {openDialog === 'group' && <RuleGroupDialog groups={groups} onSaved={close} onClose={close} />}
    </Page>
  );
}

function Rules(props: { rows: readonly ListedRule[]; groups: readonly GroupOption[]; keyword: string }) {
  const { rows, groups, keyword } = props;
  const [showsCodes] = useShowCodes();
  const placeOf = ({ groupId }: ListedRule) => groups.findIndex(({ value }) => value === groupId);
  const groupOf = (row: ListedRule) => groups[placeOf(row)]?.label ?? '';
  const { finds, isLoading } = useNameSearch(
    keyword,
    rows.flatMap((row) => [row.name, groupOf(row)]),
  );
  const matches = rows
    .filter((row) => [row.name, groupOf(row)].some(finds) || row.code.includes(keyword))
    .toSorted((a, b) => placeOf(a) - placeOf(b));
  if (matches.length === 0 && isLoading) return null;
  if (matches.length === 0) return <EmptyState compact title="没有找到规则" />;
  return (
    <WideTable oneLine label="规则列表" columns={columnsOf(showsCodes)}>
      {matches.map((row) => (
        <tr key={row.code}>
          <th scope="row" className={cells.wraps}>
            <Link to={addressOf(row.code)}>{row.name}</Link>
          </th>
          {showsCodes && <td className={cells.quiet}>{row.code}</td>}
          <td className={cells.wraps}>{groupOf(row) || '未分组'}</td>
          <td className={cells.quiet}>{ruleTypeLabel[row.type]}</td>
          <td className={cells.quiet}>{validationKindLabel[row.kind]}</td>
          <td className={joinClasses(cells.quiet, cells.state)}>第 {row.version} 版</td>
          <td className={cells.wraps}>{usesText(row)}</td>
          <td className={cells.quiet}>
            {row.publishedBy} <DateTime value={row.publishedAt} dateOnly />
          </td>
        </tr>
      ))}
    </WideTable>
  );
}

const maxShownUses = 2;

/** Returns the first places that use a rule, and their number if there are more. */
function usesText({ usedBy }: ListedRule): string {
  const shown = usedBy.slice(0, maxShownUses).map(({ text }) => text);
  return `${shown.join('、')}${usedBy.length > maxShownUses ? ` 等 ${usedBy.length} 处` : ''}` || '无';
}
