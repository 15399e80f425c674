import { BellOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { schedule } from '#contract/schedule.ts';
import { call, newIdempotencyKey } from '#web/api/call.ts';
import { queryOf, renewAfter } from '#web/api/query-of.ts';
import { NoticeCard } from '#web/toolkit/feedback/NoticeCard.tsx';
import { claimReminder } from './reminder-claim.ts';
import { spanText } from './schedule-texts.ts';

const pollSeconds = 60;

/**
 * Shows the due reminders, one after the other: polls every 60 s (S0 §4) and when the server reports a due
 * one. One tab shows an entry, another one takes over if that tab is closed; once the user dismisses it, no
 * tab shows it again.
 */
export function ReminderNotice() {
  const client = useQueryClient();
  const reminders = useQuery({
    ...queryOf(schedule.remind, {}),
    refetchInterval: pollSeconds * 1000,
    retry: false,
  });
  const due = reminders.data?.rows;
  const updatedAt = reminders.dataUpdatedAt;
  const [dismissedKeys, setDismissedKeys] = useState<ReadonlySet<string>>(new Set());
  const [claimedIds, setClaimedIds] = useState<ReadonlySet<string>>(new Set());
  // Claimed again after each answer, so that other tabs see that this tab is still open.
  useEffect(() => {
    if (updatedAt > 0) setClaimedIds(new Set((due ?? []).filter(claimReminder).map(({ id }) => id)));
  }, [due, updatedAt]);
  const entry = (due ?? []).find(
    ({ id, startDate }) => claimedIds.has(id) && !dismissedKeys.has(`${id} ${startDate}`),
  );
  if (entry === undefined) return null;

  const dismiss = async () => {
    setDismissedKeys((before) => new Set([...before, `${entry.id} ${entry.startDate}`]));
    try {
      await call(schedule.dismiss, { body: { ids: [entry.id] } }, { idempotencyKey: newIdempotencyKey() });
      await renewAfter(client, schedule.dismiss);
    } catch {
      // It stays dismissed here; after this tab is closed, another one may show it again.
    }
  };
  return (
    <NoticeCard
      label="日程提醒"
      icon={<BellOutlined aria-hidden="true" />}
      title={entry.scheduleName}
      text={`${spanText(entry)}${entry.address === '' ? '' : ` · ${entry.address}`}`}
    >
      <Link to="/schedule">查看日程</Link>
      <Button size="small" onClick={() => void dismiss()}>
        知道了
      </Button>
    </NoticeCard>
  );
}
