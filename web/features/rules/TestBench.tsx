import { CheckCircleOutlined, CloseCircleOutlined, DeleteOutlined, MinusOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { type ListedRule, ruleLibrary, type TrialResult } from '#contract/rule-library.ts';
import { ValidationKind } from '#domain/enumerations/validation-kind.ts';
import { listedParams } from '#domain/rules/editing.ts';
import { ruleLimits } from '#domain/rules/limits.ts';
import { type ConfiguredRule, paramTypeLabel } from '#domain/rules/model.ts';
import { ruleProblemText } from '#domain/rules/rule-changes.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { ScrollRegion } from '#web/toolkit/table/ScrollRegion.tsx';
import styles from './rules.module.css';

type Trial = Readonly<Record<string, string>>;

const resultText = (result: boolean) => (result ? '满足' : '不满足');

/** Tries a rule as the editor has it, with typed values and with saved examples. */
export function TestBench(props: {
  rule: ConfiguredRule;
  rules: readonly ListedRule[];
  /** The rule as it would be published. */
  json: string;
  onChange: (rule: ConfiguredRule) => void;
}) {
  const { rule, rules, json, onChange } = props;
  const { examples } = rule;
  const [values, setValues] = useState<Trial>({});
  const [shown, setShown] = useState<{ json: string; values: Trial; result: TrialResult }>();
  const [exampleResults, setExampleResults] = useState<{ key: string; results: readonly boolean[] }>();
  const { tryOut, running, problems } = useTrial(json);
  const params = paramsOf(rule, rules);
  const setExamples = (next: ConfiguredRule['examples']) => onChange({ ...rule, examples: next });
  const tryValues = async () => {
    const [result] = (await tryOut([values])) ?? [];
    if (result) setShown({ json, values, result });
  };
  const keyOfExamples = JSON.stringify([json, examples]);
  const tryExamples = async () => {
    const results = await tryOut(examples.map((example) => example.values));
    if (results && results.length > 0)
      setExampleResults({ key: keyOfExamples, results: results.map(({ result }) => result) });
  };
  // A result of other content would mislead.
  const results = exampleResults?.key === keyOfExamples ? exampleResults.results : undefined;
  const isCurrent = shown?.json === json && shown.values === values;
  const wrong = results && examples.filter(({ expected }, index) => results[index] !== expected).length;
  return (
    <>
      <Card title="试一试">
        <form
          className={styles.trial}
          onSubmit={(event) => {
            event.preventDefault();
            void tryValues();
          }}
        >
          {params.length === 0 && <p className={styles.quiet}>规则没有要填写的值。</p>}
          {params.map(({ dataKey, name, paramType }) => (
            <div key={dataKey} className={styles.trialField}>
              <label htmlFor={`trial.${dataKey}`}>{name.trim() || dataKey}</label>
              <Input
                id={`trial.${dataKey}`}
                placeholder={paramTypeLabel[paramType]}
                maxLength={ruleLimits.valueLength}
                value={values[dataKey] ?? ''}
                onChange={({ target }) => setValues({ ...values, [dataKey]: target.value })}
              />
            </div>
          ))}
          <span className={styles.row}>
            <Button type="primary" htmlType="submit" loading={running}>
              试一试
            </Button>
            <Button
              disabled={!isCurrent || examples.length >= ruleLimits.examples}
              title={isCurrent ? undefined : '试过之后可以存为例子'}
              onClick={() =>
                shown &&
                setExamples([
                  ...examples,
                  { name: `例子 ${examples.length + 1}`, values, expected: shown.result.result },
                ])
              }
            >
              存为例子
            </Button>
          </span>
        </form>
        <div role="status">
          {problems.length > 0 && (
            <ul className={styles.failed}>
              {problems.map((problem) => (
                <li key={`${problem.field} ${problem.message}`}>{ruleProblemText(problem)}</li>
              ))}
            </ul>
          )}
          {shown && isCurrent && <Result result={shown.result} />}
        </div>
      </Card>
      <Card
        title="例子"
        extra={
          examples.length > 0 && (
            <Button size="small" loading={running} onClick={() => void tryExamples()}>
              全部试一遍
            </Button>
          )
        }
      >
        <p role="status" className={wrong ? styles.wrong : styles.quiet}>
          {examples.length === 0 && '试过的值可以存为例子，修改规则后再试一遍。例子随规则一起保存。'}
          {wrong === 0 && '全部相符。'}
          {wrong !== undefined && wrong > 0 && `${wrong} 个例子不符，不影响发布。`}
        </p>
        <ul className={styles.rows} aria-label="例子">
          {examples.map((example, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: examples are identified only by their place
            <li key={index}>
              <div className={styles.cells}>
                <Input
                  id={`examples.${index}.name`}
                  aria-label={`例子 ${index + 1} 的名称`}
                  maxLength={ruleLimits.nameLength}
                  value={example.name}
                  onChange={({ target }) =>
                    setExamples(examples.with(index, { ...example, name: target.value }))
                  }
                />
                <Select
                  aria-label={`例子 ${index + 1} 的预期`}
                  value={example.expected}
                  options={[true, false].map((value) => ({ value, label: `应${resultText(value)}` }))}
                  onChange={(expected) => setExamples(examples.with(index, { ...example, expected }))}
                />
                {results && results[index] !== example.expected && (
                  <strong className={styles.wrong}>
                    应{resultText(example.expected)}，却{resultText(results[index] ?? false)}
                  </strong>
                )}
              </div>
              <Button size="small" onClick={() => setValues(example.values)}>
                填入
              </Button>
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`删除例子 ${example.name}`}
                onClick={() => setExamples(examples.toSpliced(index, 1))}
              />
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}

/** Returns the values that a trial asks for; those of an orchestration are the values of its steps. */
function paramsOf(rule: ConfiguredRule, rules: readonly ListedRule[]) {
  const { kind } = rule.ruleBase;
  if (kind === ValidationKind.element) return [];
  if (kind !== ValidationKind.serviceOrchestration) return listedParams({ ...rule, steps: [] }, new Map());
  const ofSteps = rule.steps.flatMap((step) => rules.find(({ code }) => code === step)?.params ?? []);
  return [...new Map(ofSteps.map((param) => [param.dataKey, param])).values()];
}

/** Returns a function that tries the rule; undefined after a failure, which is reported. */
function useTrial(json: string) {
  const client = useQueryClient();
  const feedback = useFeedback();
  const [running, setRunning] = useState(false);
  const [found, setFound] = useState<{
    json: string;
    problems: OutputOf<typeof ruleLibrary.tryOut>['problems'];
  }>();
  const tryOut = async (trials: readonly Trial[]): Promise<readonly TrialResult[] | undefined> => {
    setRunning(true);
    try {
      const query = queryOf(ruleLibrary.tryOut, {
        body: { json, trials: trials.map((trial) => ({ ...trial })) },
      });
      const { results, problems } = await client.fetchQuery({
        ...query,
        staleTime: 0,
        gcTime: 0,
        retry: false,
      });
      setFound({ json, problems });
      return results;
    } catch (failure) {
      feedback.failure(failure);
      return undefined;
    } finally {
      setRunning(false);
    }
  };
  return { tryOut, running, problems: found?.json === json ? found.problems : [] };
}

const icons = {
  met: <CheckCircleOutlined aria-label="满足" />,
  unmet: <CloseCircleOutlined aria-label="不满足" />,
  empty: <CloseCircleOutlined aria-label="没有填写" />,
  unlike: <CloseCircleOutlined aria-label="不能比较" />,
  skipped: <MinusOutlined aria-label="未计算" />,
};

function Result({ result: shown }: { result: TrialResult }) {
  const { result, tipContext, parts, ruleParamsVoList, answer } = shown;
  return (
    <>
      <div className={result ? styles.passed : styles.failed}>
        <strong>{resultText(result)}</strong>
        {tipContext !== '' && <p>{tipContext}</p>}
      </div>
      <ul className={styles.explained} aria-label="说明">
        {parts.map(({ outcome, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two parts may have the same text
          <li key={index} data-outcome={outcome}>
            {icons[outcome]} {text}
          </li>
        ))}
      </ul>
      {ruleParamsVoList.length > 0 && (
        <dl className={styles.used} aria-label="所用的值">
          {ruleParamsVoList.map(({ dataKey, name, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps may use the same key
            <div key={index}>
              <dt>{name || dataKey}</dt>
              <dd>{value === null || value === undefined || value === '' ? '（空）' : String(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {answer !== '' && (
        <ScrollRegion label="接口的应答" className={styles.answer}>
          <pre>{answer}</pre>
        </ScrollRegion>
      )}
    </>
  );
}
