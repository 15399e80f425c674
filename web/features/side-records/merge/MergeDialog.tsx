import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input, Radio } from 'antd';
import { useId, useState } from 'react';
import { type MergeCandidate, petitions } from '#contract/petitions.ts';
import { sideRecords } from '#contract/side-records.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { maxReasonLength } from '#domain/opinions/limits.ts';
import { MergedLimit, mergedLimitLabel } from '#domain/records/merge.ts';
import { call } from '#web/api/call.ts';
import { isCallError, textOfFailure } from '#web/api/call-error.ts';
import { queryOf } from '#web/api/query-of.ts';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { DueLight } from '#web/toolkit/status/DueLight.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { toneOfStatus } from '#web/toolkit/status/status-tone.ts';
import { RecordCommandDialog } from '../base/RecordCommandDialog.tsx';
import type { RecordDialogProps } from '../base/record-view.ts';
import { useRecordCommand } from '../base/use-record-command.ts';
import styles from './merge.module.css';

/** Shows 并案, or 拆开并案, which asks for the reason. */
export function MergeDialog(props: RecordDialogProps) {
  return props.offer.command === 'merge' ? <MergeOrdersDialog {...props} /> : <PartDialog {...props} />;
}

function PartDialog(props: RecordDialogProps) {
  const [reason, setReason] = useState('');
  const { send, running, problems, clearProblem } = useRecordCommand(sideRecords.merge, props);
  return (
    <RecordCommandDialog
      {...props}
      values={[reason]}
      running={running}
      onSubmit={() => send({ command: 'part', reason })}
    >
      <p>拆开后本件恢复单独办理，待办回到原环节；并案期间计时未停，时限不变。</p>
      <Form layout="vertical" component={false}>
        <CountedText
          label="拆开理由"
          required
          rows={3}
          max={maxReasonLength}
          problem={problems.reason}
          value={reason}
          onChange={(text) => {
            setReason(text);
            clearProblem('reason');
          }}
        />
      </Form>
    </RecordCommandDialog>
  );
}

/**
 * Merges the order with others about the same matter: which is the main one, which limit it keeps, and which tasks leave
 * the to-do lists (picture c-06-b).
 */
function MergeOrdersDialog(props: RecordDialogProps) {
  const { order, onDone } = props;
  const [also, setAlso] = useState('');
  const candidates = useQuery({
    ...queryOf(petitions.mergeCandidates, { params: { workorderCode: order.code }, query: { also } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const rows = candidates.data?.rows ?? [];
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [chosenMain, setChosenMain] = useState<string>();
  const [limit, setLimit] = useState<MergedLimit>(MergedLimit.earliest);
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [running, setRunning] = useState(false);
  const feedback = useFeedback();

  const chosen = rows.filter(
    ({ workorderCode, problem }) =>
      problem === '' && (workorderCode === order.code || !left.has(workorderCode)),
  );
  const main = chosen.find(({ workorderCode }) => workorderCode === chosenMain) ?? defaultMain(chosen);
  const members = chosen.filter((row) => row !== main);

  const submit = async () => {
    const found = {
      ...(members.length === 0 && { rows: '请再选择一件办件' }),
      ...(reason.trim() === '' && { reason: '请填写并案理由' }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0 || main === undefined) return;
    setRunning(true);
    const failed: Record<string, string> = {};
    // One after the other: each is an action on an order of its own, and each changes the main order.
    for (const { workorderCode } of members) {
      const body = { command: 'merge' as const, mainCode: main.workorderCode, limit, reason };
      await call(sideRecords.merge, { params: { workorderCode }, body }).catch((failure: unknown) => {
        const texts = isCallError(failure) ? failure.problems.map(({ message }) => message) : [];
        failed[workorderCode] = texts.join('；') || textOfFailure(failure);
      });
    }
    setRunning(false);
    if (Object.keys(failed).length === 0) {
      feedback.success(`已并案办理 ${chosen.length} 件，主办件 ${main.workorderCode}`);
      return onDone();
    }
    setProblems(failed);
    await candidates.refetch();
  };

  return (
    <RecordCommandDialog
      {...props}
      values={[also, left, chosenMain, limit, reason]}
      running={running}
      disabled={candidates.data === undefined}
      hasChoices
      width="wide"
      onSubmit={submit}
    >
      {candidates.isPending && <SkeletonRows rows={4} />}
      {candidates.isError && (
        <FailureState compact failure={candidates.error} onRetry={() => void candidates.refetch()} />
      )}
      {candidates.data && (
        <MergeTable
          rows={rows}
          ownCode={order.code}
          left={left}
          main={main?.workorderCode}
          problems={problems}
          onMain={setChosenMain}
          onLeft={setLeft}
        />
      )}
      {problems.rows && (
        <p role="alert" className={styles.problem}>
          {problems.rows}
        </p>
      )}
      {/* The rows move the button down when they arrive. */}
      {candidates.data && (
        <AddOrder
          known={rows}
          onAdd={(code) => setAlso((before) => (before === '' ? code : `${before},${code}`))}
        />
      )}
      {candidates.data && (
        <dl className={styles.effects}>
          <div>
            <dt>合并以后</dt>
            <dd>
              只办主办件{chosen.length > 1 && `，一份答复同时答复 ${chosen.length} 件的信访人`}
              。主办件答复前可以拆开，拆开后各按原时限办理
            </dd>
          </div>
          <div>
            <dt>时限</dt>
            <dd>
              <Radio.Group
                aria-label="主办件时限"
                value={limit}
                options={Object.values(MergedLimit).map((value) => ({
                  value,
                  label: limitText(value, chosen, main),
                }))}
                onChange={({ target }) => setLimit(target.value as MergedLimit)}
              />
            </dd>
          </div>
          <div>
            <dt>移出待办</dt>
            <dd>
              {members.flatMap(({ workorderCode, tasks }) =>
                tasks.map(({ nodeName, handlers }) => (
                  <span key={`${workorderCode} ${nodeName}`} className={styles.task}>
                    {workorderCode} “{nodeName}”：{handlers}
                  </span>
                )),
              )}
              {members.length === 0 && '—'}
            </dd>
          </div>
        </dl>
      )}
      <Form layout="vertical" component={false}>
        <CountedText
          label="并案理由"
          required
          rows={2}
          max={maxReasonLength}
          problem={problems.reason}
          value={reason}
          onChange={(text) => {
            setReason(text);
            setProblems(({ reason: _, ...others }) => others);
          }}
        />
      </Form>
    </RecordCommandDialog>
  );
}

/** Returns the order that leads already, else the one that was received first. */
function defaultMain(chosen: readonly MergeCandidate[]): MergeCandidate | undefined {
  return chosen.find(({ leads }) => leads) ?? chosen[0];
}

function limitText(
  limit: MergedLimit,
  chosen: readonly MergeCandidate[],
  main: MergeCandidate | undefined,
): string {
  const dates = chosen.flatMap(({ due }) => due.dueAt ?? []).sort();
  const date = limit === MergedLimit.earliest ? dates[0] : main?.due.dueAt;
  return date ? `${mergedLimitLabel[limit]}，${dayText(date)}` : mergedLimitLabel[limit];
}

const dayText = (at: string) => localDateOf(new Date(at));

function MergeTable(props: {
  rows: readonly MergeCandidate[];
  ownCode: string;
  left: ReadonlySet<string>;
  main: string | undefined;
  problems: Readonly<Record<string, string>>;
  onMain: (code: string) => void;
  onLeft: (left: ReadonlySet<string>) => void;
}) {
  const { rows, ownCode, left, main, problems, onMain, onLeft } = props;
  const group = useId();
  return (
    <table className={styles.table} aria-label="并案的办件">
      <thead>
        <tr>
          <th scope="col">并案</th>
          <th scope="col">主办件</th>
          <th scope="col">办件</th>
          <th scope="col">收到</th>
          <th scope="col">全程时限</th>
          <th scope="col">状态</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { workorderCode: code, problem } = row;
          const isIn = problem === '' && (code === ownCode || !left.has(code));
          return (
            <tr key={code} className={code === main ? styles.main : undefined}>
              <td data-label="并案">
                <Checkbox
                  aria-label={`并入 ${code}`}
                  checked={isIn}
                  disabled={code === ownCode || problem !== ''}
                  onChange={({ target }) => {
                    const next = new Set(left);
                    if (target.checked) next.delete(code);
                    else next.add(code);
                    onLeft(next);
                  }}
                />
              </td>
              <td data-label="主办件">
                <Radio
                  name={group}
                  aria-label={`以 ${code} 为主办件`}
                  checked={code === main}
                  disabled={!isIn}
                  onChange={() => onMain(code)}
                />
              </td>
              <td data-label="办件">
                <span className={styles.code}>
                  {code}
                  {code === ownCode && '（本件）'}
                </span>{' '}
                {row.title}
                <small>{row.applicantName}</small>
                {(problems[code] ?? problem) && (
                  <span role="alert" className={styles.problem}>
                    {problems[code] ?? problem}
                  </span>
                )}
              </td>
              <td data-label="收到">{row.startedOn.slice(5)}</td>
              <td data-label="全程时限">
                <DueLight due={row.due} showsDate />
              </td>
              <td data-label="状态">
                <StatusTag label={row.statusLabel} tone={toneOfStatus(row.status)} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Adds an order by its code; one that cannot be read does not appear. */
function AddOrder(props: { known: readonly MergeCandidate[]; onAdd: (code: string) => void }) {
  const { known, onAdd } = props;
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState<string>();
  const isMissing = asked !== undefined && !known.some(({ workorderCode }) => workorderCode === asked);
  const add = () => {
    const wanted = code.trim();
    if (!/^\d{10,20}$/.test(wanted)) return setAsked(wanted);
    setAsked(wanted);
    setCode('');
    onAdd(wanted);
  };
  return (
    <Form.Item
      className={styles.add ?? ''}
      validateStatus={isMissing ? 'error' : ''}
      help={isMissing ? `没有找到 ${asked}，或您无权查看` : undefined}
    >
      <Input
        aria-label="再加一件的流水号"
        placeholder="办件流水号"
        inputMode="numeric"
        maxLength={20}
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <Button onClick={add}>再加一件</Button>
    </Form.Item>
  );
}
