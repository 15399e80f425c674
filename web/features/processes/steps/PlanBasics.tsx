import { Checkbox, Input, InputNumber, Select } from 'antd';
import type { FormOfSteps } from '#contract/processes.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { maxLimitAmount } from '#domain/workflow/model/limits.ts';
import type { StepPlan } from '#domain/workflow/steps/step-plan.ts';
import type { SettingsCard } from '#web/toolkit/definitions/use-stacked-settings.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { FieldProblems } from './FieldProblems.tsx';
import { FormsField } from './FormsField.tsx';
import { endingOptions } from './step-texts.ts';
import styles from './steps.module.css';

/** Edits the settings of the whole process, and the forms that its initiator fills in. */
export function PlanBasics(props: {
  card: SettingsCard;
  plan: StepPlan;
  forms: readonly FormOfSteps[];
  problems: readonly Problem[];
  onChange: (change: Partial<StepPlan>) => void;
}) {
  const { card, plan, forms, problems, onChange } = props;
  const { name, limit, result } = plan;
  const problemsOf = (part: string) => problems.filter(({ field }) => field === part);
  return (
    <Card {...card} title="登记与基本信息">
      <div className={styles.fields}>
        <label htmlFor="plan-name" data-required>
          流程名称
        </label>
        <div className={styles.forms}>
          <Input
            id="plan-name"
            aria-required
            maxLength={60}
            value={name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
          <FieldProblems problems={problemsOf('name')} />
        </div>
        <label htmlFor="plan-limit">办理时限</label>
        <div className={styles.row}>
          <InputNumber
            id="plan-limit"
            min={1}
            max={maxLimitAmount(limit?.unit ?? 'workingDay')}
            precision={0}
            placeholder="不限"
            value={limit?.amount ?? null}
            onChange={(amount) =>
              onChange({ limit: amount === null ? null : { unit: 'workingDay', ...limit, amount } })
            }
          />
          <Select
            aria-label="时限单位"
            value={limit?.unit ?? 'workingDay'}
            disabled={limit === null}
            options={[
              { value: 'workingDay', label: '个工作日' },
              { value: 'calendarDay', label: '天（自然日）' },
              { value: 'month', label: '个月' },
            ]}
            onChange={(unit) => limit && onChange({ limit: { amount: limit.amount, unit } })}
          />
          {limit !== null && limit.unit !== 'workingDay' && (
            <Checkbox
              checked={limit.roll !== false}
              onChange={({ target }) => {
                const { amount, unit } = limit;
                onChange({ limit: { amount, unit, ...(!target.checked && { roll: false as const }) } });
              }}
            >
              遇休息日顺延
            </Checkbox>
          )}
          <small>整件的时限，从登记算起</small>
          <FieldProblems problems={problemsOf('limit')} />
        </div>
        <label htmlFor="plan-result">办结后的状态</label>
        <Select
          id="plan-result"
          className={styles.short ?? ''}
          value={result}
          options={endingOptions}
          onChange={(status) => onChange({ result: status })}
        />
        <span id="plan-forms" data-required>
          发起人填写
        </span>
        <FormsField
          labelledBy="plan-forms"
          problems={problemsOf('start')}
          forms={forms}
          value={plan.forms}
          onChange={(selection) => onChange({ forms: selection })}
        />
      </div>
    </Card>
  );
}
