import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { type ScheduleEntry, schedule } from '#contract/schedule.ts';
import { type LocalDate, minuteText, startOfDay } from '#domain/calendar/local-date.ts';
import { type EntryRequest, overlaps, problemsOfEntry } from '#domain/schedule/entry.ts';
import {
  maxQueriedDays,
  maxScheduleAddressLength,
  maxScheduleNameLength,
  maxScheduleRemarkLength,
} from '#domain/schedule/limits.ts';
import { remindAdvanceLabel, remindAdvances } from '#domain/schedule/remind-advance.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { DaySpanInput } from '#web/toolkit/days/DaySpanInput.tsx';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useChanged } from '#web/toolkit/dialog/use-changed.ts';
import { useProblems } from '#web/toolkit/dialog/use-problems.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import type { DaySpan } from '#web/toolkit/list-model/list-types.ts';
import styles from './schedule.module.css';
import { firstHourOf, spanText } from './schedule-texts.ts';

const noReminder = -1;

/** Returns the time in seconds for a minute in China; NaN for a text that is none. */
const secondsOf = (minute: string): number => Date.parse(`${minute.replace(' ', 'T')}:00+08:00`) / 1000;
const minuteOf = (seconds: number): string => minuteText(new Date(seconds * 1000));

/** Edits a new entry for `day`, or an existing one; lists overlapping entries while the times are chosen. */
export function EntryDialog(props: {
  day: LocalDate;
  entry?: ScheduleEntry | undefined;
  onClose: () => void;
}) {
  const { entry } = props;
  const createMutation = useMutation(schedule.create);
  const changeMutation = useMutation(schedule.change);
  const feedback = useFeedback();
  const { problems: errors, showProblems, clearProblem, applyServerProblems } = useProblems();
  const [scheduleName, setName] = useState(entry?.scheduleName ?? '');
  const [address, setAddress] = useState(entry?.address ?? '');
  const [remark, setRemark] = useState(entry?.remark ?? '');
  const [advance, setAdvance] = useState(entry ? (entry.remindAdvance ?? noReminder) : 15);
  const [span, setSpan] = useState<DaySpan>(() => {
    if (entry) return { from: minuteOf(entry.startDate), to: minuteOf(entry.endDate) };
    const start = startOfDay(props.day).getTime() / 1000 + 3600 * firstHourOf(props.day, new Date());
    return { from: minuteOf(start), to: minuteOf(start + 3600) };
  });
  const entryRequest: EntryRequest = {
    scheduleName,
    address,
    startDate: span.from === undefined ? null : secondsOf(span.from),
    endDate: span.to === undefined ? null : secondsOf(span.to),
    remark,
    isRemind: advance !== noReminder,
    remindAdvance: advance === noReminder ? null : advance,
  };
  const hasChanges = useChanged(entryRequest);

  const submit = async () => {
    const problems = problemsOfEntry(entryRequest);
    if (problems.length > 0) {
      showProblems(Object.fromEntries(problems.map(({ field, message }) => [field, message])));
      return;
    }
    const outcome = entry
      ? await changeMutation.run({ params: { id: entry.id }, body: entryRequest })
      : await createMutation.run({ body: entryRequest });
    if (outcome.kind === 'failed')
      applyServerProblems(outcome.failure, ({ field, message }) => ({ [field]: message }));
    if (outcome.kind !== 'done') return;
    feedback.success(entry ? '日程已修改' : '日程已新建');
    await outcome.renewal;
    props.onClose();
  };
  const timesProblem = [errors.startDate, errors.endDate].filter(Boolean).join('；') || undefined;
  const fieldStatus = (field: string) => ({
    validateStatus: errors[field] && ('error' as const),
    help: errors[field],
  });

  return (
    <EditingModal
      open
      title={entry ? '修改日程' : '新建日程'}
      width={560}
      okText={entry ? '确认修改' : '确认新建'}
      confirmLoading={createMutation.running || changeMutation.running}
      onOk={() => void submit()}
      unsaved={hasChanges}
      onCancel={props.onClose}
    >
      <Form layout="vertical">
        <Form.Item label="日程名称" required htmlFor="schedule-name" {...fieldStatus('scheduleName')}>
          <Input
            id="schedule-name"
            aria-required
            maxLength={maxScheduleNameLength}
            placeholder="请输入"
            value={scheduleName}
            onChange={({ target }) => {
              setName(target.value);
              clearProblem('scheduleName');
            }}
          />
        </Form.Item>
        <Form.Item
          label="起止时间"
          required
          htmlFor="schedule-start"
          validateStatus={timesProblem && 'error'}
          help={timesProblem}
        >
          <DaySpanInput
            id="schedule-start"
            label="起止时间"
            placeholders={['开始时间', '结束时间']}
            isRequired
            withTime
            isInvalid={timesProblem !== undefined}
            value={span}
            onChange={(next = {}) => {
              setSpan(next);
              clearProblem('startDate');
              clearProblem('endDate');
            }}
          />
        </Form.Item>
        <OverlapNote entryRequest={entryRequest} editedId={entry?.id} />
        <Form.Item label="地点" htmlFor="schedule-address" {...fieldStatus('address')}>
          <Input
            id="schedule-address"
            maxLength={maxScheduleAddressLength}
            placeholder="选填"
            value={address}
            onChange={({ target }) => {
              setAddress(target.value);
              clearProblem('address');
            }}
          />
        </Form.Item>
        <Form.Item label="提醒" htmlFor="schedule-remind" {...fieldStatus('remindAdvance')}>
          <Select
            id="schedule-remind"
            value={advance}
            onChange={(value) => {
              setAdvance(value);
              clearProblem('remindAdvance');
            }}
            options={[
              { value: noReminder, label: '不提醒' },
              ...remindAdvances.map((minutes) => ({ value: minutes, label: remindAdvanceLabel[minutes] })),
            ]}
          />
        </Form.Item>
        <Form.Item label="备注" htmlFor="schedule-remark" {...fieldStatus('remark')}>
          <Input.TextArea
            id="schedule-remark"
            rows={2}
            maxLength={maxScheduleRemarkLength}
            showCount
            placeholder="选填"
            value={remark}
            onChange={({ target }) => {
              setRemark(target.value);
              clearProblem('remark');
            }}
          />
        </Form.Item>
      </Form>
    </EditingModal>
  );
}

/** Shows own entries at the chosen time, as a note that does not prevent saving. */
function OverlapNote({
  entryRequest,
  editedId,
}: {
  entryRequest: EntryRequest;
  editedId: string | undefined;
}) {
  const { startDate, endDate } = entryRequest;
  const isValidSpan =
    startDate !== null &&
    endDate !== null &&
    endDate > startDate &&
    endDate - startDate <= maxQueriedDays * 86_400;
  const overlapQuery = useQuery({
    ...queryOf(schedule.list, { query: { startDate: startDate ?? 0, endDate: endDate ?? 0 } }),
    enabled: isValidSpan,
  });
  const overlapping = isValidSpan
    ? (overlapQuery.data?.rows ?? []).filter(
        (entry) => entry.id !== editedId && overlaps(entry, { startDate, endDate }),
      )
    : [];
  return (
    <p role="status" className={overlapping.length > 0 ? styles.conflict : undefined}>
      {overlapping.length > 0 &&
        `与“${overlapping[0]?.scheduleName}”（${overlapping[0] && spanText(overlapping[0])}）${overlapping.length > 1 ? `等 ${overlapping.length} 项` : ''}时间冲突，仍可保存。`}
    </p>
  );
}
