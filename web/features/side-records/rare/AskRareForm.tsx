import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Radio, Tag } from 'antd';
import { useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { materialCheck } from '#contract/material-check.ts';
import { rareSupplements } from '#contract/rare-supplements.ts';
import { sideRecords } from '#contract/side-records.ts';
import { timeLimitText } from '#domain/calendar/clock-ledger.ts';
import { isPaperProblem, PaperState, paperStateLabel } from '#domain/enumerations/paper-state.ts';
import { SupplementTerm, supplementTermLabel } from '#domain/enumerations/supplement.ts';
import { queryOf } from '#web/api/query-of.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { LimitField } from '../base/LimitField.tsx';
import styles from '../base/papers.module.css';
import { RecordCommandDialog } from '../base/RecordCommandDialog.tsx';
import type { RecordDialogProps } from '../base/record-view.ts';
import { useRecordCommand } from '../base/use-record-command.ts';
import { PromiseFields } from './PromiseFields.tsx';

type Materials = OutputOf<typeof materialCheck.read>;

/** Days before the end at which the applicant can be reminded. */
const reminderOptions = [
  { value: 5, label: '到期前 5 天' },
  { value: 1, label: '到期前 1 天' },
  { value: 0, label: '到期当天' },
];

/** Shows 容缺收件: the materials that may be lacking, until when they are supplied, promise and reminders. */
export function AskRareForm(props: RecordDialogProps) {
  const params = { workorderCode: props.order.code };
  const materials = useQuery(queryOf(materialCheck.read, { params }));
  const earlier = useQuery(queryOf(rareSupplements.list, { params }));
  if (materials.data && earlier.data)
    return <LoadedForm {...props} materials={materials.data} settings={earlier.data.settings} />;
  const failed = materials.isError ? materials : earlier;
  return (
    <RecordCommandDialog {...props} values={[]} running={false} disabled hasChoices onSubmit={props.onClose}>
      {failed.isError ? (
        <FailureState compact failure={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </RecordCommandDialog>
  );
}

/** Returns the materials that the dialog offers: those with a problem, or before a check all that may be lacking. */
function offeredRows({ rows, version }: Materials) {
  return rows
    .map((row) => ({
      ...row,
      problem: isPaperProblem(row.checkState)
        ? row.checkState
        : row.checkState === null && row.required
          ? PaperState.missing
          : null,
    }))
    .filter(({ problem, rare }) => (version > 0 ? problem !== null : rare));
}

function LoadedForm(
  props: RecordDialogProps & {
    materials: Materials;
    settings: OutputOf<typeof rareSupplements.list>['settings'];
  },
) {
  const { materials, settings } = props;
  const rows = offeredRows(materials);
  const [paperIds, setPaperIds] = useState<string[]>(() =>
    materials.version > 0 ? rows.filter(({ rare }) => rare).map(({ id }) => id) : [],
  );
  const [term, setTerm] = useState<SupplementTerm>(SupplementTerm.beforeCompletion);
  const [limit, setLimit] = useState(settings.limit);
  const [reminders, setReminders] = useState<number[]>([5, 1, 0]);
  const [promised, setPromised] = useState(false);
  const [sheet, setSheet] = useState<{ ids: string[]; busy: boolean }>({ ids: [], busy: false });
  const { promise } = settings;
  const command = useRecordCommand(sideRecords.rare, props);
  const { problems, clearProblem } = command;
  const blocking = materials.version > 0 ? rows.filter(({ rare }) => !rare) : [];
  const submit = () =>
    command.send(
      {
        command: 'ask',
        term,
        paperIds,
        limit,
        reminders: reminders.filter((days) => days < limit.amount),
        promised,
        fileList: sheet.ids.map((id) => ({ id })),
      },
      [
        paperIds.length === 0 && ['paperIds', '请选择容缺的材料'],
        !promised && ['promised', '请先请申请人书面承诺按期补齐材料'],
        promise.signed && sheet.ids.length === 0 && ['fileList', '请上传申请人签字的容缺受理承诺书'],
      ],
    );
  return (
    <RecordCommandDialog
      {...props}
      values={[paperIds, term, limit, reminders, promised, sheet.ids]}
      running={command.running}
      hasChoices
      disabled={blocking.length > 0 || sheet.busy}
      countText={paperIds.length === 0 ? '' : `（${paperIds.length} 份）`}
      footNote="时限照常计算，容缺不停时"
      onSubmit={submit}
    >
      <h3 className={styles.heading}>缺的材料</h3>
      {rows.length === 0 && <p>没有可以容缺的材料。</p>}
      <ul className={styles.papers}>
        {rows.map(({ id, name, problem, rare }) => (
          <li key={id} className={styles.paper}>
            <Checkbox
              checked={paperIds.includes(id)}
              disabled={!rare}
              onChange={({ target }) => {
                setPaperIds(target.checked ? [...paperIds, id] : paperIds.filter((one) => one !== id));
                clearProblem('paperIds');
              }}
            >
              {name}
            </Checkbox>
            <span>{problem === null ? '未核对' : paperStateLabel[problem]}</span>
            <span>
              <Tag color={rare ? 'success' : 'default'}>{rare ? '可以容缺' : '不可以容缺'}</Tag>
            </span>
          </li>
        ))}
      </ul>
      {problems.paperIds !== undefined && (
        <small className={styles.fault} role="alert">
          {problems.paperIds}
        </small>
      )}
      {blocking.length > 0 && (
        <p className={styles.notice} role="alert">
          {blocking.map(({ name }) => name).join('、')}
          不能容缺，现在还不能收件。请改为要求补正，或者当场补齐后重新核对。
        </p>
      )}
      <Form layout="vertical" component={false}>
        <Form.Item label="最迟什么时候补" required>
          <Radio.Group
            aria-label="最迟什么时候补"
            value={term}
            options={Object.values(SupplementTerm).map((value) => ({
              value,
              label: `${supplementTermLabel[value]}（${value}）`,
            }))}
            onChange={({ target }) => setTerm(target.value as SupplementTerm)}
          />
        </Form.Item>
        <LimitField
          label="补充期限"
          value={limit}
          problem={problems['limit.amount']}
          endsOn={undefined}
          onChange={(value) => {
            setLimit(value);
            clearProblem('limit.amount');
          }}
        />
        <Form.Item label="提醒" validateStatus={problems.reminders && 'error'} help={problems.reminders}>
          <Checkbox.Group
            aria-label="提醒"
            value={reminders}
            options={reminderOptions}
            onChange={setReminders}
          />
        </Form.Item>
        <PromiseFields
          order={props.order}
          promise={promise}
          papers={rows.filter(({ id }) => paperIds.includes(id)).map(({ name }) => name)}
          limit={timeLimitText(limit)}
          promised={promised}
          disabled={command.running}
          problems={problems}
          onPromised={(value) => {
            setPromised(value);
            clearProblem('promised');
          }}
          onSheet={(ids, busy) => {
            setSheet({ ids, busy });
            clearProblem('fileList');
          }}
        />
      </Form>
      <p className={styles.second}>到期没补：{settings.expiryLabel}</p>
    </RecordCommandDialog>
  );
}
