import { useQuery } from '@tanstack/react-query';
import { accounts } from '#contract/accounts.ts';
import { documentTemplates } from '#contract/document-templates.ts';
import { forms } from '#contract/forms.ts';
import { items } from '#contract/items.ts';
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
 * Searches the records that the person administers by the calls of their lists: accounts, items, forms, processes
 * and document templates. An empty keyword searches nothing.
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
  const itemList = useQuery({ ...queryOf(items.list, {}), ...optionsOf('事项') });
  const formList = useQuery({ ...queryOf(forms.list, {}), ...optionsOf('表单') });
  const processList = useQuery({ ...queryOf(processes.overview, {}), ...optionsOf('流程') });
  const templateList = useQuery({ ...queryOf(documentTemplates.list, {}), ...optionsOf('文书模板') });
  const search = useNameSearch(
    keyword,
    [itemList, formList, processList, templateList].flatMap(({ data }) =>
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
