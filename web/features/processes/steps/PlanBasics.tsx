import { Input, Select } from 'antd';
import type { FormOfSteps } from '#contract/processes.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import type { StepPlan } from '#domain/workflow/steps/step-plan.ts';
import type { SettingsCard } from '#web/toolkit/definitions/use-stacked-settings.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { FieldProblems } from './FieldProblems.tsx';
import { FormsField } from './FormsField.tsx';
import { StepLimitField } from './StepLimitField.tsx';
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
          <StepLimitField id="plan-limit" value={limit} onChange={(value) => onChange({ limit: value })} />
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
