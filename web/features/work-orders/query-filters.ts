import { useMemo } from 'react';
import type { QueryScope } from '#contract/order-query.ts';
import { ProcessResult, processResultLabel } from '#domain/enumerations/process-result.ts';
import { problemOfCode, problemOfSearchWords, queryTexts } from '#domain/lists/query-texts.ts';
import { documentedFilters } from '#web/toolkit/filters/documented-filters.ts';
import type { ListFilter } from '#web/toolkit/list-model/list-types.ts';
import { personFilter } from '#web/toolkit/pickers/PersonInput.tsx';
import { useCategoryFilter } from './category-filter.ts';
import { dueOptions, useOrderFilters } from './order-filters.ts';

export type OrderQueryScope = QueryScope;

const results = Object.values(ProcessResult).map((value) => ({ value, label: processResultLabel[value] }));
const { orgCode, hallId, windowId } = documentedFilters;

const orderFilters: readonly ListFilter[] = [
  {
    kind: 'text',
    name: 'code',
    label: '流水号',
    placeholder: '完整号码，或前 8 位、后 4 位',
    problem: problemOfCode,
  },
  {
    kind: 'text',
    name: 'titleWords',
    label: '标题关键词',
    placeholder: '多个词用空格隔开',
    problem: problemOfSearchWords,
  },
  {
    kind: 'text',
    name: 'contentWords',
    label: '正文关键词',
    placeholder: '表单中的词，多个用空格隔开',
    problem: problemOfSearchWords,
  },
];

const peopleFilters: readonly ListFilter[] = [
  {
    kind: 'text',
    name: 'applicant',
    label: '申请人',
    placeholder: '姓名或单位名称',
    problem: (name) => ([...name].length < 2 ? queryTexts.shortName : undefined),
  },
  { kind: 'text', name: 'certCode', label: '证件号码', placeholder: '完整号码' },
  { kind: 'text', name: 'mobile', label: '手机号', placeholder: '完整号码' },
  { kind: 'text', name: 'nodeName', label: '当前环节', placeholder: '环节名称' },
  personFilter('handler', '当前处理人'),
  { ...orgCode, name: 'handlerOrg', label: '当前处理机构', dependsOn: [] },
  { kind: 'select', name: 'stepDue', label: '环节时限', options: dueOptions },
  personFilter('handledBy', '曾经办人员'),
  personFilter('initiator', '发起人'),
  personFilter('person', '涉及人员'),
  { kind: 'select', name: 'result', label: '办理结果', options: results },
];

const endedFilter: ListFilter = {
  kind: 'daySpan',
  name: 'endedDays',
  label: '办结日期',
  from: 'endedFrom',
  to: 'endedTo',
};

/**
 * Returns filters for all data by which an order can be found: its code and words first, then its properties, then
 * people and dates.
 */
export function useQueryFilters(): readonly ListFilter[] {
  const sharedFilters = useCategoryFilter(useOrderFilters('登记日期', 'withPhase'));
  return useMemo(() => {
    const adaptedFilters = sharedFilters
      .filter(({ name }) => name !== 'keyword')
      .map((filter) => (filter.name === 'due' ? { ...filter, label: '全程时限' } : filter));
    const withOffice = adaptedFilters.flatMap((filter) =>
      filter.name === documentedFilters.areaCode.name ? [filter, orgCode, hallId, windowId] : [filter],
    );
    return [...orderFilters, ...withOffice, ...peopleFilters, endedFilter];
  }, [sharedFilters]);
}
