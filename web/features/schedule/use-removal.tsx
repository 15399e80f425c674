import { useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { type ScheduleEntry, schedule } from '#contract/schedule.ts';
import { call, newIdempotencyKey } from '#web/api/call.ts';
import { renewAfter } from '#web/api/query-of.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';

const undoSeconds = 8;

/** Deletes entries and offers to undo it (S0 §8: 删除日程成功). */
export function useRemoval(): (entries: readonly ScheduleEntry[]) => Promise<void> {
  const { message } = App.useApp();
  const { run } = useMutation(schedule.remove);
  const client = useQueryClient();
  const feedback = useFeedback();

  const restore = async (entries: readonly ScheduleEntry[]) => {
    try {
      const ids = entries.map(({ id }) => id);
      await call(schedule.restore, { body: { ids } }, { idempotencyKey: newIdempotencyKey() });
      feedback.success('日程已恢复');
    } catch (failure) {
      feedback.failure(failure);
    }
    await renewAfter(client, schedule.restore);
  };

  return async (entries) => {
    const outcome = await run({ query: { dailyList: entries.map(({ id }) => id).join(',') } });
    if (outcome.kind === 'failed') feedback.failure(outcome.failure);
    if (outcome.kind !== 'done') return;
    const key = newIdempotencyKey();
    void message.success({
      key,
      duration: undoSeconds,
      content: (
        <>
          删除日程成功
          <Button
            type="link"
            size="small"
            onClick={() => {
              message.destroy(key);
              void restore(entries);
            }}
          >
            撤销
          </Button>
        </>
      ),
    });
    await outcome.renewal;
  };
}
