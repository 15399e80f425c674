import { CloseOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { processes } from '#contract/processes.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import {
  handlerKinds,
  type PlanStep,
  type StepHandler,
  type StepPlan,
} from '#domain/workflow/steps/step-plan.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useDebounced } from '#web/toolkit/choices/use-debounced.ts';
import { FieldProblems } from './FieldProblems.tsx';
import { handlerKindLabel, handlerLabel } from './step-texts.ts';
import styles from './steps.module.css';

type Kind = StepHandler['kind'];
const kinds: readonly Kind[] = [...handlerKinds, 'initiator', 'step'];

/** Edits the handlers of a step: found by kind and name, each marked if no person belongs to it. */
export function HandlersField(props: {
  labelledBy: string;
  problems: readonly Problem[];
  plan: StepPlan;
  step: PlanStep;
  onChange: (handlers: StepHandler[]) => void;
}) {
  const { labelledBy, problems, plan, step, onChange } = props;
  const { handlers } = step;
  const [kind, setKind] = useState<Kind>('role');
  const add = (handler: StepHandler) => {
    if (!handlers.some((each) => keyOf(each) === keyOf(handler))) onChange([...handlers, handler]);
  };
  const earlierSteps = plan.steps.slice(0, plan.steps.indexOf(step));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid item in every browser
    <div className={styles.forms} role="group" aria-labelledby={labelledBy}>
      <div className={styles.row}>
        <Select
          aria-label="处理人类别"
          className={styles.kind ?? ''}
          value={kind}
          options={kinds
            .filter((each) => each !== 'step' || earlierSteps.length > 0)
            .map((each) => ({ value: each, label: handlerKindLabel[each] }))}
          onChange={(newKind) => {
            setKind(newKind);
            if (newKind === 'initiator') add({ kind: 'initiator' });
          }}
        />
        {kind === 'step' && (
          <Select
            aria-label="选择步骤"
            className={styles.grow ?? ''}
            placeholder="选择前面的步骤"
            value={null}
            options={earlierSteps.map(({ id, name }) => ({ value: id, label: name.trim() || id }))}
            onChange={(id: string | null) => {
              if (id !== null) add({ kind: 'step', id });
            }}
          />
        )}
        {kind !== 'step' && kind !== 'initiator' && <HandlerSearch kind={kind} onChoose={add} />}
      </div>
      {handlers.length > 0 && (
        <ul className={styles.handlers}>
          {handlers.map((handler) => (
            <li key={keyOf(handler)} className={styles.handler}>
              <span>{handlerLabel(plan, handler)}</span>
              <button
                type="button"
                className={styles.remove}
                aria-label={`移除${handlerLabel(plan, handler)}`}
                onClick={() => onChange(handlers.filter((each) => each !== handler))}
              >
                <CloseOutlined aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <FieldProblems problems={problems} />
    </div>
  );
}

function keyOf(handler: StepHandler): string {
  return 'id' in handler ? `${handler.kind}:${handler.id}` : handler.kind;
}

function HandlerSearch(props: {
  kind: (typeof handlerKinds)[number];
  onChoose: (handler: StepHandler) => void;
}) {
  const { kind, onChoose } = props;
  const [text, setText] = useState('');
  const name = useDebounced(text, 300);
  const searchQuery = useQuery({
    ...queryOf(processes.handlers, { query: { kind, name } }),
    placeholderData: keepPreviousData,
  });
  const rows = searchQuery.data?.rows ?? [];
  return (
    <Select
      aria-label={`添加${handlerKindLabel[kind]}`}
      className={styles.grow ?? ''}
      showSearch
      filterOption={false}
      placeholder={`输入${handlerKindLabel[kind]}名称查找，选中即添加`}
      value={null}
      loading={searchQuery.isFetching}
      notFoundContent={searchQuery.isPending ? '正在查找' : `没有找到${handlerKindLabel[kind]}`}
      options={rows.map((row) => ({
        value: row.id,
        label: [row.name, row.orgName, row.staffed ? '' : '（现无可办理的人员）'].filter(Boolean).join(' '),
      }))}
      onSearch={setText}
      onChange={(id: string | null) => {
        const row = rows.find((each) => each.id === id);
        if (row) onChoose({ kind, id: row.id, name: row.name });
        setText('');
      }}
    />
  );
}
