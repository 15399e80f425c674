import { Checkbox, Form, Radio, Select } from 'antd';
import { useState } from 'react';
import type { ArchiveEntry } from '#contract/archive.ts';
import { archiveDestructions } from '#contract/archive-destructions.ts';
import { AppraisalOutcome, appraisalOutcomeLabel } from '#domain/archive/appraisal.ts';
import { RetentionPeriod, retentionLabel } from '#domain/archive/archive-record.ts';
import { archiveLimits } from '#domain/archive/archive-state.ts';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useChanged } from '#web/toolkit/dialog/use-changed.ts';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import { namesOf, optionsOf, problemOfText } from './archive-texts.ts';

/** Asks for the outcome of 鉴定, for entries whose retention period is over. */
export function AppraisalDialog(props: {
  entries: readonly ArchiveEntry[];
  onDone: () => void;
  onClose: () => void;
}) {
  const { entries, onDone, onClose } = props;
  const [outcome, setOutcome] = useState<AppraisalOutcome>(AppraisalOutcome.keep);
  const [period, setPeriod] = useState<RetentionPeriod>(RetentionPeriod.tenYears);
  const [reason, setReason] = useState('');
  const [evenHandedOver, setEvenHandedOver] = useState(false);
  const [problem, setProblem] = useState<string>();
  const appraise = useReportedMutation(archiveDestructions.appraise);
  const handedOverCount = entries.filter(({ handOver }) => handOver?.state === 'done').length;
  const hasChanges = useChanged([outcome, period, reason, evenHandedOver]);
  const isDestruction = outcome === AppraisalOutcome.destroy;

  const submit = async () => {
    const newProblem = problemOfText(reason, '请填写鉴定理由');
    setProblem(newProblem);
    if (newProblem !== undefined) return;
    const body = {
      ids: entries.map(({ id }) => id),
      outcome,
      reason: reason.trim(),
      ...(isDestruction ? { evenHandedOver } : { period }),
    };
    const answer = await appraise.mutation(
      { body },
      `已鉴定${entries.length}件：${appraisalOutcomeLabel[outcome]}`,
    );
    if (answer) onDone();
  };
  return (
    <EditingModal
      open
      title="档案鉴定"
      width={520}
      okText="登记鉴定意见"
      confirmLoading={appraise.running}
      onOk={() => void submit()}
      unsaved={hasChanges}
      onCancel={onClose}
    >
      <p>{namesOf(entries)}</p>
      <Form layout="vertical">
        <Form.Item label="鉴定意见" required>
          <Radio.Group
            aria-label="鉴定意见"
            aria-required
            value={outcome}
            onChange={({ target }) => setOutcome(target.value as AppraisalOutcome)}
            options={optionsOf(appraisalOutcomeLabel)}
          />
        </Form.Item>
        {!isDestruction && (
          <Form.Item label="续存期限" required>
            <Select
              aria-label="续存期限"
              aria-required
              value={period}
              options={optionsOf(retentionLabel)}
              onChange={setPeriod}
            />
          </Form.Item>
        )}
        <CountedText
          label="鉴定理由"
          required
          rows={3}
          max={archiveLimits.purposeLength}
          placeholder={isDestruction ? '如：已无保存价值' : '如：涉及未了结的诉讼'}
          value={reason}
          onChange={setReason}
          problem={problem}
        />
        {isDestruction && handedOverCount > 0 && (
          <Checkbox
            checked={evenHandedOver}
            onChange={({ target }) => setEvenHandedOver(target.checked)}
          >{`其中 ${handedOverCount} 件已移交，本系统所存的一并销毁`}</Checkbox>
        )}
      </Form>
      {isDestruction && <p>登记后列入“拟销毁”，编成销毁清册并由另一名档案管理员批准后才销毁。</p>}
    </EditingModal>
  );
}
