import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { catalogue } from '#contract/catalogue.ts';
import { substitutes } from '#contract/substitutes.ts';
import { maxReasonLength } from '#domain/opinions/limits.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { queryOf } from '#web/api/query-of.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import { DaySpanInput } from '#web/toolkit/days/DaySpanInput.tsx';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useChanged } from '#web/toolkit/dialog/use-changed.ts';
import type { DaySpan } from '#web/toolkit/list-model/list-types.ts';
import type { HandlerCandidate } from '#web/toolkit/pickers/handler-sources.ts';
import { StaffField, staffIdOf } from '#web/toolkit/pickers/StaffField.tsx';
import styles from './substitutes.module.css';
import { useRuleMutation } from './use-rule-mutation.ts';

/** Maximum number of items to load; an office has some dozens. */
const maxItems = 200;

/** Adds a substitute: the person, the days, the business items, and whether open tasks are included. */
export function RuleDialog({
  isForOtherPerson = false,
  onClose,
}: {
  isForOtherPerson?: boolean;
  onClose: () => void;
}) {
  const ownRuleCreation = useRuleMutation(substitutes.set);
  const otherRuleCreation = useRuleMutation(substitutes.setForOther);
  const [absent, setAbsent] = useState<HandlerCandidate>();
  const [substitute, setSubstitute] = useState<HandlerCandidate>();
  const [days, setDays] = useState<DaySpan>();
  const [isLimited, setLimited] = useState(false);
  const [taskCodes, setTaskCodes] = useState<string[]>([]);
  const [includesOpenTasks, setIncludesOpenTasks] = useState(true);
  const [reason, setReason] = useState('');
  const hasChanges = useChanged([absent, substitute, days, isLimited, taskCodes, includesOpenTasks, reason]);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const items = useQuery({
    ...queryOf(catalogue.itemPage, { query: { page: 1, size: maxItems } }),
    enabled: isLimited,
  });
  const problem = (...fields: string[]) =>
    problems
      .filter(({ field }) => fields.some((name) => field === name || field.startsWith(`${name}.`)))
      .map(({ message }) => message)
      .join('；') || undefined;

  /** Removes the problems of fields that are changed. */
  const clear = (...fields: string[]) =>
    setProblems((before) => before.filter(({ field }) => !fields.includes(field.split('.')[0] ?? '')));

  const submit = async () => {
    if (isLimited && taskCodes.length === 0) {
      setProblems([{ field: 'taskCodes', message: '请选择事项' }]);
      return;
    }
    const body = {
      substituteId: staffIdOf(substitute),
      startsOn: days?.from ?? '',
      endsOn: days?.to ?? '',
      taskCodes: isLimited ? taskCodes : [],
      takesOpen: includesOpenTasks,
      reason,
    };
    const outcome = isForOtherPerson
      ? await otherRuleCreation.mutation({ body: { ...body, absentId: staffIdOf(absent) } }, '已设置代理人')
      : await ownRuleCreation.mutation({ body }, '已设置代理人');
    if (outcome.kind === 'done') onClose();
    if (outcome.kind === 'invalid') setProblems(outcome.problems);
  };

  return (
    <EditingModal
      open
      title={isForOtherPerson ? '设置代理人' : '新建外出委托'}
      width={560}
      okText={isForOtherPerson ? '确认设置' : '确认委托'}
      confirmLoading={ownRuleCreation.running || otherRuleCreation.running}
      onOk={() => void submit()}
      unsaved={hasChanges}
      onCancel={onClose}
    >
      <p className={styles.hint}>
        代理人在期间内可以办理外出人的待办，轨迹写明“代理人 代 外出人”；外出人仍可自行办理。到期自动结束。
      </p>
      <Form layout="vertical">
        {isForOtherPerson && (
          <StaffField
            id="absent"
            label="外出人员"
            value={absent}
            problem={problem('absentId')}
            onChange={(person) => {
              setAbsent(person);
              clear('absentId');
            }}
          />
        )}
        <StaffField
          id="substitute"
          label="代理人"
          notSelf={!isForOtherPerson}
          value={substitute}
          problem={problem('substituteId')}
          onChange={(person) => {
            setSubstitute(person);
            clear('substituteId');
          }}
        />
        <Form.Item
          label="代理期间"
          required
          htmlFor="rule-days"
          validateStatus={problem('startsOn', 'endsOn') && 'error'}
          help={problem('startsOn', 'endsOn')}
        >
          <DaySpanInput
            id="rule-days"
            label="代理期间"
            isRequired
            isInvalid={problem('startsOn', 'endsOn') !== undefined}
            value={days}
            onChange={(span) => {
              setDays(span);
              clear('startsOn', 'endsOn');
            }}
          />
        </Form.Item>
        <Form.Item label="事项" validateStatus={problem('taskCodes') && 'error'} help={problem('taskCodes')}>
          <Radio.Group
            aria-label="事项"
            value={isLimited}
            onChange={({ target }) => {
              setLimited(target.value as boolean);
              clear('taskCodes');
            }}
            options={[
              { value: false, label: '全部事项' },
              { value: true, label: '指定事项' },
            ]}
          />
          {isLimited && (
            <NameSelect
              mode="multiple"
              className={styles.items}
              aria-label="指定事项"
              placeholder="请选择事项"
              loading={items.isPending}
              value={taskCodes}
              onChange={(codes) => {
                setTaskCodes(codes);
                clear('taskCodes');
              }}
              options={(items.data?.rows ?? []).map(({ taskCode, name }) => ({
                value: taskCode,
                label: name,
              }))}
            />
          )}
        </Form.Item>
        <Form.Item>
          <Checkbox
            checked={includesOpenTasks}
            onChange={({ target }) => setIncludesOpenTasks(target.checked)}
          >
            已在办的待办也由代理人办理
          </Checkbox>
        </Form.Item>
        <Form.Item
          label="原因"
          required={isForOtherPerson}
          htmlFor="rule-reason"
          validateStatus={problem('reason') && 'error'}
          help={problem('reason')}
        >
          <Input.TextArea
            id="rule-reason"
            aria-required={isForOtherPerson}
            rows={2}
            maxLength={maxReasonLength}
            showCount
            placeholder={isForOtherPerson ? '例如 病假' : '选填，例如 出差'}
            value={reason}
            onChange={({ target }) => {
              setReason(target.value);
              clear('reason');
            }}
          />
        </Form.Item>
      </Form>
    </EditingModal>
  );
}
