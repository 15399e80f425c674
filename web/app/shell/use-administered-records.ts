import { useQuery } from '@tanstack/react-query';
import { accounts, roles } from '#contract/accounts.ts';
import { documentTemplates } from '#contract/document-templates.ts';
import { forms } from '#contract/forms.ts';
import { items } from '#contract/items.ts';
import { officeOrganisations } from '#contract/office-organisations.ts';
import { grants } from '#contract/people.ts';
import { processes } from '#contract/processes.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useNameSearch } from '#web/toolkit/choices/use-name-search.ts';
import type { useSearchScope } from './use-search-scope.ts';

const maxRows = 5;

interface FoundRecord {
  key: string;
  url: string;
  name: string;
  details: string;
}

/** Records of one kind, with the number of all that match. */
interface FoundRecords {
  name: string;
  rows: readonly FoundRecord[];
  total: number;
}

/**
 * Searches the records that the person administers by the calls of their lists: people, organisations, roles, and
 * definitions. An empty keyword searches nothing.
 */
export function useAdministeredRecords(
  keyword: string,
  scope: Pick<ReturnType<typeof useSearchScope>, 'administered'>,
): readonly FoundRecords[] {
  const optionsOf = (kind: (typeof scope.administered)[number]) => ({
    enabled: keyword !== '' && scope.administered.includes(kind),
    retry: false,
  });
  const people = useQuery({
    ...queryOf(accounts.list, { query: { page: 1, size: maxRows, keyword } }),
    ...optionsOf('账号'),
  });
  const organisationList = useQuery({ ...queryOf(officeOrganisations.list, {}), ...optionsOf('机构') });
  const grantees = useQuery({
    ...queryOf(grants.list, { query: { page: 1, size: maxRows, keyword } }),
    ...optionsOf('人员角色'),
  });
  const roleList = useQuery({
    ...queryOf(roles.list, { query: { page: 1, size: maxRows, keyword } }),
    ...optionsOf('角色'),
  });
  const itemList = useQuery({ ...queryOf(items.list, {}), ...optionsOf('事项') });
  const formList = useQuery({ ...queryOf(forms.list, {}), ...optionsOf('表单') });
  const processList = useQuery({ ...queryOf(processes.overview, {}), ...optionsOf('流程') });
  const templateList = useQuery({ ...queryOf(documentTemplates.list, {}), ...optionsOf('文书模板') });
  const search = useNameSearch(
    keyword,
    [organisationList, itemList, formList, processList, templateList].flatMap(({ data }) =>
      (data?.rows ?? []).map(({ name }) => name),
    ),
  );
  if (keyword === '') return [];
  const matchingRecords = (name: string, rows: readonly FoundRecord[] = []): FoundRecords => {
    const matching = rows.filter((row) => search.finds(row.name));
    return { name, rows: matching.slice(0, maxRows), total: matching.length };
  };
  return [
    {
      name: '账号',
      rows: (people.data?.rows ?? []).map(({ account, name, orgName }) => ({
        key: account,
        url: `/business/accounts?${new URLSearchParams({ keyword: account })}`,
        name,
        details: `${account}　${orgName}`,
      })),
      total: people.data?.total ?? 0,
    },
    matchingRecords(
      '机构',
      organisationList.data?.rows.map(({ id, name, parent }) => ({
        key: id,
        url: `/business/organisations?${new URLSearchParams({ id })}`,
        name,
        details: organisationList.data.rows.find((row) => row.id === parent)?.name ?? '',
      })),
    ),
    {
      name: '人员角色',
      rows: (grantees.data?.rows ?? []).map(({ account, name, roles: ownRoles }) => ({
        key: account,
        url: `/business/staff-roles?${new URLSearchParams({ keyword: account })}`,
        name,
        details: ownRoles.map((role) => role.name).join('、') || '未授予角色',
      })),
      total: grantees.data?.total ?? 0,
    },
    {
      name: '角色',
      rows: (roleList.data?.rows ?? []).map(({ code, name, holders }) => ({
        key: code,
        url: `/business/roles?${new URLSearchParams({ keyword: name })}`,
        name,
        details: `${holders} 人`,
      })),
      total: roleList.data?.total ?? 0,
    },
    matchingRecords(
      '事项',
      itemList.data?.rows.map(({ taskCode, name, categoryName }) => ({
        key: taskCode,
        url: `/business/items/${taskCode}`,
        name,
        details: categoryName,
      })),
    ),
    matchingRecords(
      '表单',
      formList.data?.rows.map(({ code, name, version }) => ({
        key: code,
        url: `/business/forms/${code}`,
        name,
        details: `第 ${version} 版`,
      })),
    ),
    matchingRecords(
      '流程',
      processList.data?.rows.map(({ key, name, version }) => ({
        key,
        url: `/business/processes/${key}`,
        name,
        details: `第 ${version} 版`,
      })),
    ),
    matchingRecords(
      '文书模板',
      templateList.data?.rows.map(({ taskCode, itemName, code, name }) => ({
        key: `${taskCode} ${code}`,
        url: `/business/document-templates/${taskCode}/${code}`,
        name,
        details: itemName,
      })),
    ),
  ];
}
