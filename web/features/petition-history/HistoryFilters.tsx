import { Button, Cascader } from 'antd';
import type { HistoryPage } from '#contract/petition-history.ts';
import { PersonalCertificate, personalCertificateLabel } from '#domain/enumerations/certificate-category.ts';
import { codeOptions } from '#domain/enumerations/code-list.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { FilterControl } from '../../toolkit/list/FilterControl.tsx';
import type { FilterValues, ListFilter } from '../../toolkit/list-model/list-types.ts';
import type { Petitioner } from './history-filters.ts';
import styles from './petition-history.module.css';

/** Shows the filters of the history (S1 §3); it asks for the petitioner only if no order is given. */
export function HistoryFilters(props: {
  petitioner: Petitioner;
  values: FilterValues;
  choices: HistoryPage['choices'] | undefined;
  problems: readonly Problem[];
  running: boolean;
  onChange: (values: FilterValues) => void;
  onSearch: () => void;
  onReset: () => void;
}) {
  const { petitioner, values, choices, problems, running, onChange, onSearch, onReset } = props;
  const filters = [
    ...(petitioner.kind === 'person' ? personFilters(petitioner.applicantTerm) : []),
    ...petitionFilters(choices),
  ];
  return (
    <form
      className={styles.filters}
      aria-label="查询条件"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch();
      }}
    >
      {filters.map((filter) => {
        const problem = problems.find(({ field }) => field === filter.name);
        return (
          <div key={filter.name} className={styles.filter}>
            <FilterControl
              filter={filter}
              values={values}
              onChange={(value) => onChange({ ...values, [filter.name]: value })}
            />
            {problem && (
              <p className={styles.problem} role="alert">
                {problem.message}
              </p>
            )}
          </div>
        );
      })}
      <div className={styles.buttons}>
        <Button onClick={onReset}>重置</Button>
        <Button type="primary" htmlType="submit" loading={running}>
          查询
        </Button>
      </div>
    </form>
  );
}

function personFilters(applicantTerm: string): ListFilter[] {
  const certificates = codeOptions(PersonalCertificate, personalCertificateLabel);
  return [
    { kind: 'text', name: 'name', label: `${applicantTerm}姓名` },
    { kind: 'select', name: 'certTyp', label: '证件类型', options: certificates },
    { kind: 'text', name: 'certNum', label: '证件号码', placeholder: '完整号码' },
    { kind: 'text', name: 'contTel', label: '联系电话', placeholder: '完整号码' },
  ];
}

function petitionFilters(choices: HistoryPage['choices'] | undefined): ListFilter[] {
  return [
    { kind: 'text', name: 'lettTtl', label: '来信标题' },
    { kind: 'daySpan', name: 'petLetDt', label: '信访日期', from: 'startTime', to: 'endTime' },
    { kind: 'select', name: 'petLetFm', label: '信访形式', options: choices?.petLetFm ?? [] },
    { kind: 'select', name: 'txMode', label: '收件方式', options: choices?.txMode ?? [] },
    {
      kind: 'custom',
      name: 'probCls',
      label: '问题类别',
      render: ({ id, value, onChange }) => (
        <Cascader
          id={id}
          className={styles.cascader}
          classNames={{ popup: { root: styles.cascaderPopup ?? '' } }}
          changeOnSelect
          placeholder="请选择"
          options={(choices?.probCls ?? []).map(({ children, ...choice }) =>
            children.length === 0 ? choice : { ...choice, children },
          )}
          value={Array.isArray(value) ? (value as string[]) : []}
          onChange={(chosen) => onChange(chosen ?? [])}
        />
      ),
    },
    { kind: 'text', name: 'workOrdCd', label: '流水号' },
  ];
}
