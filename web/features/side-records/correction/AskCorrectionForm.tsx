import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input, Radio, Select } from 'antd';
import { useState } from 'react';
import { corrections } from '#contract/corrections.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { materialCheck } from '#contract/material-check.ts';
import { sideRecords } from '#contract/side-records.ts';
import { CorrectionCategory, correctionCategoryLabel } from '#domain/enumerations/correction.ts';
import {
  isPaperProblem,
  type PaperProblem,
  PaperState,
  paperStateLabel,
} from '#domain/enumerations/paper-state.ts';
import { maxReasonLength } from '#domain/opinions/limits.ts';
import { queryOf } from '#web/api/query-of.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { LimitField } from '../base/LimitField.tsx';
import styles from '../base/papers.module.css';
import { RecordCommandDialog } from '../base/RecordCommandDialog.tsx';
import type { RecordDialogProps } from '../base/record-view.ts';
import { useRecordCommand } from '../base/use-record-command.ts';

/** One row of the list: a material of the order, or one that the handler adds. */
interface PaperRow {
  id: string | null;
  name: string;
  isChosen: boolean;
  problem: PaperProblem;
  reason: string;
}

const problemOptions = Object.values(PaperState)
  .filter(isPaperProblem)
  .map((value) => ({ value, label: paperStateLabel[value] }));

/** Shows 要求补正: the materials with a problem, what the applicant has to do, how and until when. */
export function AskCorrectionForm(props: RecordDialogProps) {
  const params = { workorderCode: props.order.code };
  const materials = useQuery(queryOf(materialCheck.read, { params }));
  const earlier = useQuery(queryOf(corrections.list, { params }));
  const { onClose } = props;
  if (materials.data && earlier.data)
    return <LoadedForm {...props} materials={materials.data} settings={earlier.data.settings} />;
  const failed = materials.isError ? materials : earlier;
  return (
    <RecordCommandDialog {...props} values={[]} running={false} disabled hasChoices onSubmit={onClose}>
      {failed.isError ? (
        <FailureState compact failure={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </RecordCommandDialog>
  );
}

/** Returns the rows of the order's materials; those that the check found to have a problem are chosen. */
function rowsOf({ rows, version }: OutputOf<typeof materialCheck.read>): PaperRow[] {
  return rows.map(({ id, name, checkState, required, reason }) => {
    const isUnchecked = checkState === null && required && version > 0;
    const problem = isPaperProblem(checkState) ? checkState : PaperState.missing;
    return { id, name, isChosen: isPaperProblem(checkState) || isUnchecked, problem, reason };
  });
}

function LoadedForm(
  props: RecordDialogProps & {
    materials: OutputOf<typeof materialCheck.read>;
    settings: OutputOf<typeof corrections.list>['settings'];
  },
) {
  const { materials, settings } = props;
  const [rows, setRows] = useState(() => rowsOf(materials));
  const [category, setCategory] = useState<CorrectionCategory | null>(CorrectionCategory.online);
  const [limit, setLimit] = useState(settings.limit);
  const command = useRecordCommand(sideRecords.correction, props);
  const { problems, clearProblem } = command;
  const chosen = rows.filter(({ isChosen }) => isChosen);
  const change = (index: number, part: Partial<PaperRow>) => {
    setRows((before) => before.map((row, other) => (other === index ? { ...row, ...part } : row)));
    const sent = chosen.indexOf(rows[index] as PaperRow);
    for (const field of Object.keys(part)) clearProblem(`papers[${sent}].${field}`);
    clearProblem('papers');
  };
  const submit = () =>
    command.send(
      {
        command: 'ask',
        category,
        limit,
        papers: chosen.map(({ id, name, problem, reason }) => ({ id, name, problem, reason })),
      },
      [
        chosen.length === 0 && ['papers', '请选择缺少或不合要求的材料'],
        ...chosen.flatMap(({ name, reason }, index) => [
          name.trim() === '' && ([`papers[${index}].name`, '请填写材料名称'] as const),
          reason.trim() === '' && ([`papers[${index}].reason`, '请写明怎样补'] as const),
        ]),
      ],
    );
  const isDefaultLimit = limit.amount === settings.limit.amount && limit.unit === settings.limit.unit;
  return (
    <RecordCommandDialog
      {...props}
      values={[rows, category, limit]}
      running={command.running}
      hasChoices
      countText={chosen.length === 0 ? '' : `（${chosen.length} 份）`}
      footNote="确认后时限暂停；申请人提交或到期后接着计算"
      onSubmit={submit}
    >
      {settings.onceOnly && (
        <p className={styles.notice}>本事项实行一次性告知：只能要求一次补正，请把缺的材料一次列全。</p>
      )}
      <Form layout="vertical" component={false}>
        <Form.Item
          label="补正方式"
          required
          validateStatus={problems.category && 'error'}
          help={problems.category}
        >
          <Radio.Group
            aria-label="补正方式"
            value={category ?? 0}
            options={[
              ...Object.values(CorrectionCategory).map((value) => ({
                value: value as number,
                label: correctionCategoryLabel[value],
              })),
              { value: 0, label: '与申请人联系后确定' },
            ]}
            onChange={({ target }) =>
              setCategory(target.value === 0 ? null : (target.value as CorrectionCategory))
            }
          />
        </Form.Item>
        <LimitField
          label="提交期限"
          value={limit}
          problem={problems['limit.amount']}
          endsOn={isDefaultLimit ? settings.endsOn : undefined}
          onChange={(value) => {
            setLimit(value);
            clearProblem('limit.amount');
          }}
        />
      </Form>
      <h3 className={styles.heading}>缺少或不合要求的材料</h3>
      {problems.papers !== undefined && (
        <small className={styles.fault} role="alert">
          {problems.papers}
        </small>
      )}
      <ol className={styles.papers}>
        {rows.map((row, index) => {
          const sent = chosen.indexOf(row);
          return (
            <PaperCells
              // biome-ignore lint/suspicious/noArrayIndexKey: a material that the handler adds has no id
              key={index}
              row={row}
              index={index}
              problemOf={(part) => (sent < 0 ? undefined : problems[`papers[${sent}].${part}`])}
              onChange={(part) => change(index, part)}
            />
          );
        })}
      </ol>
      <Button
        icon={<PlusOutlined aria-hidden />}
        onClick={() =>
          setRows([...rows, { id: null, name: '', isChosen: true, problem: PaperState.missing, reason: '' }])
        }
      >
        添加清单外的材料
      </Button>
      <p className={styles.second}>到期未补正：{settings.expiryLabel}。告知的内容以短信发送申请人。</p>
    </RecordCommandDialog>
  );
}

function PaperCells(props: {
  row: PaperRow;
  index: number;
  problemOf: (part: string) => string | undefined;
  onChange: (part: Partial<PaperRow>) => void;
}) {
  const { row, index, problemOf, onChange } = props;
  const { id, name, isChosen, problem, reason } = row;
  const label = name.trim() || `第 ${index + 1} 份材料`;
  const fault = (part: string) =>
    problemOf(part) === undefined ? null : (
      <small className={styles.fault} role="alert">
        {problemOf(part)}
      </small>
    );
  return (
    <li className={styles.paper}>
      <span>
        {id === null ? (
          <Input
            aria-label="材料名称"
            placeholder="材料名称"
            maxLength={100}
            value={name}
            disabled={!isChosen}
            {...(problemOf('name') && { status: 'error' as const })}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        ) : (
          <Checkbox checked={isChosen} onChange={({ target }) => onChange({ isChosen: target.checked })}>
            {name}
          </Checkbox>
        )}
        {fault('name')}
      </span>
      <Select
        aria-label={`${label}的问题`}
        className={styles.full ?? ''}
        disabled={!isChosen}
        value={problem}
        options={problemOptions}
        onChange={(value) => onChange({ problem: value })}
      />
      <span>
        <Input
          aria-label={`${label}怎样补`}
          placeholder="怎样补，申请人看到的话"
          maxLength={maxReasonLength}
          disabled={!isChosen}
          value={reason}
          {...(problemOf('reason') && { status: 'error' as const })}
          onChange={({ target }) => onChange({ reason: target.value })}
        />
        {fault('reason')}
      </span>
    </li>
  );
}
