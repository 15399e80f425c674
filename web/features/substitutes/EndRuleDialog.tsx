import { Form, Input } from 'antd';
import { useState } from 'react';
import { type SubstituteRule, substitutes } from '#contract/substitutes.ts';
import { maxReasonLength } from '#domain/opinions/limits.ts';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { daysOf } from './rule-texts.ts';
import { useRuleMutation } from './use-rule-mutation.ts';

/** Ends a substitution before its last day; for that of another person it asks for a reason. */
export function EndRuleDialog(props: {
  rule: SubstituteRule;
  isOtherPersonsRule?: boolean;
  onClose: () => void;
}) {
  const { rule, isOtherPersonsRule = false, onClose } = props;
  const ownRuleEnd = useRuleMutation(substitutes.end);
  const otherRuleEnd = useRuleMutation(substitutes.endForOther);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = async () => {
    const params = { id: rule.id };
    const outcome = isOtherPersonsRule
      ? await otherRuleEnd.mutation({ params, body: { reason } }, '代理已结束')
      : await ownRuleEnd.mutation({ params }, '代理已结束');
    if (outcome.kind === 'invalid') setProblem(outcome.problems[0]?.message);
    else if (outcome.kind === 'done') onClose();
  };
  return (
    <EditingModal
      open
      title={rule.state === 'planned' ? '取消代理' : '结束代理'}
      width={480}
      okText={rule.state === 'planned' ? '确认取消' : '确认结束'}
      cancelText="再想想"
      confirmLoading={ownRuleEnd.running || otherRuleEnd.running}
      onOk={() => void submit()}
      unsaved={() => reason !== ''}
      onCancel={onClose}
    >
      <p>
        {rule.substitute.name}代{rule.absent.name}（{daysOf(rule)}）
        {rule.state === 'planned'
          ? '将不再开始。'
          : `立即结束：未办的待办留在${rule.absent.name}的待办中，已由${rule.substitute.name}办理的不变。`}
      </p>
      {isOtherPersonsRule && (
        <Form layout="vertical">
          <Form.Item
            label="原因"
            required
            htmlFor="end-reason"
            validateStatus={problem && 'error'}
            help={problem}
          >
            <Input.TextArea
              id="end-reason"
              aria-required
              rows={2}
              maxLength={maxReasonLength}
              showCount
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </Form.Item>
        </Form>
      )}
    </EditingModal>
  );
}
