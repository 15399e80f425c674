import { Button, Input } from 'antd';
import { useState } from 'react';
import { type AuditVerification, audit } from '#contract/audit.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';

/**
 * Shows one finding of a verification: its acknowledgement with person and reason, or a button to acknowledge
 * it.
 */
export function FindingLine({ finding }: { finding: AuditVerification['findings'][number] }) {
  const { mark, text, acknowledged } = finding;
  const { mutation, running } = useReportedMutation(audit.acknowledge);
  const [reason, setReason] = useState<string>();
  if (acknowledged)
    return (
      <li>
        {text}（{acknowledged.by} {minuteText(new Date(acknowledged.at))} 已确认：{acknowledged.reason}）
      </li>
    );
  return (
    <li>
      {text}{' '}
      {mark !== '' && reason === undefined && (
        <Button size="small" aria-label={`确认：${text}`} onClick={() => setReason('')}>
          确认
        </Button>
      )}
      {reason !== undefined && (
        <>
          <Input.TextArea
            autoFocus
            rows={2}
            maxLength={500}
            aria-label="原因"
            placeholder="原因，如：数据库管理员按 2026-11-03 工单修正"
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <Button
            size="small"
            type="primary"
            loading={running}
            disabled={reason.trim() === ''}
            onClick={() => void mutation({ params: { mark }, body: { reason } })}
          >
            提交确认
          </Button>{' '}
          <Button size="small" onClick={() => setReason(undefined)}>
            取消
          </Button>
        </>
      )}
    </li>
  );
}
